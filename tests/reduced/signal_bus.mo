// Must: run, with at most a warning about the connectors; eng.inj.dur = 5, eng.cam.cam = 7.
model SignalBus
  connector SignalBus end SignalBus;
  model FuelInjector
    outer ControlBus eng_control_bus;
    Real dur = eng_control_bus.inj_stop - eng_control_bus.inj_start;
  protected
    connector ControlBus extends SignalBus; Real inj_start; Real inj_stop; end ControlBus;
  end FuelInjector;
  model CamPhaser
    outer ControlBus eng_control_bus;
    Real cam = eng_control_bus.cam_phase;
  protected
    connector ControlBus extends SignalBus; Real cam_phase; end ControlBus;
  end CamPhaser;
  partial model EngineBase end EngineBase;
  model Engine extends EngineBase; FuelInjector inj; end Engine;
  model EngineCam extends EngineBase; FuelInjector inj; CamPhaser cam; end EngineCam;
  model FullVehicle
    inner EngineMaster eng_control_bus;
    replaceable Engine eng constrainedby EngineBase "has fuel injectors";
  protected
    connector EngineMaster extends SignalBus; Real inj_start; Real inj_stop; Real spark_adv; Real cam_phase; end EngineMaster;
  equation
    eng_control_bus.inj_start = 10*time; eng_control_bus.inj_stop = 10*time + 5; eng_control_bus.spark_adv = 20; eng_control_bus.cam_phase = 7;
  end FullVehicle;
  extends FullVehicle(redeclare EngineCam eng);
end SignalBus;
