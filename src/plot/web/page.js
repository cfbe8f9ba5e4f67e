// The script of a plot page: reads the figure from the page and draws it with uPlot. Diagrams share x: a zoom in one is a zoom
// in all, and the cursor stands at the same place in all.
"use strict";
(() => {
  const figure = JSON.parse(document.getElementById("figure").textContent);
  const host = document.getElementById("diagrams");
  const resetButton = document.getElementById("reset");
  document.getElementById("title").textContent = figure.title;
  let plots = [];
  let shownX = null; // [low, high] while zoomed
  let drawn = false; // what changes from here on, the reader has done
  document.body.classList.toggle("plane", !figure.ascending);

  const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const number = (value) => (value == null ? "–" : Number(value.toPrecision(7)).toString());

  // Tick labels with the digits that tell them apart; large and small numbers with an exponent.
  const tickLabels = (u, ticks) => {
    const largest = ticks.reduce((most, t) => Math.max(most, Math.abs(t)), 0);
    const step = ticks.length > 1 ? Math.abs(ticks[1] - ticks[0]) : largest || 1;
    const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    if (largest < 1e6 && decimals <= 5) return ticks.map((t) => t.toFixed(decimals));
    const digits = Math.min(15, Math.max(0, Math.floor(Math.log10(largest)) - Math.floor(Math.log10(step) + 1e-9)));
    return ticks.map((t) => (t === 0 ? "0" : t.toExponential(digits).replace("e+", "e")));
  };

  // Room for the labels of an axis, the same in all diagrams so that their frames stand in line. Grows as zooming needs it.
  const room = [44, 44];
  let crowded = 0;
  const axisSize = (side) => (u, labels) => {
    u.ctx.font = "12px system-ui, sans-serif";
    const needed = 16 + Math.ceil((labels || []).reduce((most, text) => Math.max(most, u.ctx.measureText(text).width), 0));
    if (needed > room[side]) {
      room[side] = needed;
      clearTimeout(crowded);
      crowded = setTimeout(() => plots.forEach((plot) => plot.redraw(false, true)));
    }
    return room[side];
  };
  const anyRight = figure.diagrams.some((diagram) => diagram.twoAxes);
  const rightPadding = (diagram) => () => (diagram.twoAxes ? 0 : anyRight ? room[1] + 24 : 16);

  const axis = (label, more) => ({
    label, labelSize: label || more.scale ? 24 : 0, labelGap: 2,
    labelFont: "13px system-ui, sans-serif", font: "12px system-ui, sans-serif",
    stroke: css("--ink"), grid: { stroke: css("--grid"), width: 1 }, ticks: { stroke: css("--grid"), width: 1, size: 5 },
    values: tickLabels, ...more,
  });

  // x that goes back and forth is a path, not a function: each curve is drawn point by point.
  const pathInPlane = (u, index) => {
    const [xs, ys] = u.data[index];
    const series = u.series[index];
    const scaleY = series.facets[1].scale;
    const path = new Path2D();
    let pen = false;
    for (let i = 0; i < xs.length; i++) {
      if (xs[i] == null || ys[i] == null) { pen = false; continue; }
      const x = u.valToPos(xs[i], "x", true), y = u.valToPos(ys[i], scaleY, true);
      if (pen) path.lineTo(x, y); else path.moveTo(x, y);
      pen = true;
    }
    u.ctx.save();
    u.ctx.beginPath();
    u.ctx.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
    u.ctx.clip();
    u.ctx.lineWidth = series.width * devicePixelRatio;
    u.ctx.strokeStyle = typeof series.stroke === "function" ? series.stroke(u, index) : series.stroke;
    u.ctx.setLineDash((series.dash || []).map((d) => d * devicePixelRatio));
    u.ctx.stroke(path);
    u.ctx.restore();
    return null;
  };

  // A range with a share of it around; a constant has room too.
  const widen = (low, high, share) => {
    if (low == null) return [0, 1];
    const width = high - low, flat = width <= 1e-13 * Math.max(Math.abs(low), Math.abs(high));
    const around = flat ? Math.abs(low) * 0.1 || 1 : share * width;
    return [low - around, high + around];
  };
  const rangeX = (low, high) => widen(low, high, figure.ascending ? 0 : 0.04);
  const rangeY = (u, low, high) => widen(low, high, 0.05);

  function options(diagram, last, height) {
    const plane = !figure.ascending;
    const dashes = [undefined, [8, 5], [2, 4], [10, 4, 2, 4]];
    const inX = (u, low, high) => rangeX(low, high);
    const scales = { x: { time: false, range: inX }, y: { range: rangeY }, y2: { range: rangeY } };
    const curves = diagram.curves.map((curve, i) => ({
      label: curve.legend, stroke: curve.colour, width: curve.width, pxAlign: 0,
      dash: dashes[Math.floor(i / figure.colours) % dashes.length],
      scale: curve.axis ? "y2" : "y", spanGaps: false, value: (u, value) => number(value),
      points: { show: figure.x.length === 1, size: 7, fill: curve.colour },
      ...(plane
        ? { paths: pathInPlane, facets: [{ scale: "x", auto: true }, { scale: curve.axis ? "y2" : "y", auto: true }] }
        : curve.steps ? { paths: uPlot.paths.stepped({ align: 1 }) } : {}),
    }));
    const axes = [
      axis(last ? figure.xLabel : "", { space: 70, size: 28 }),
      axis(diagram.axes[0], { scale: "y", size: axisSize(0) }),
    ];
    if (diagram.twoAxes) axes.push(axis(diagram.axes[1], { scale: "y2", side: 1, grid: { show: false }, size: axisSize(1) }));
    const rescaled = (u, key) => {
      if (!plane && key === "x") shareZoom(u);
      else if (plane && drawn) resetButton.disabled = false;
    };
    return {
      width: host.clientWidth - 8, height, mode: plane ? 2 : 1, scales, axes,
      padding: [10, rightPadding(diagram), 0, 0],
      legend: {
        live: !plane,
        markers: { width: 0, fill: (u, i) => (i > 0 ? diagram.curves[i - 1].colour : "transparent") },
      },
      cursor: {
        drag: { x: true, y: plane, uni: 20, setScale: true },
        sync: plane ? undefined : { key: "figure", setSeries: false },
        focus: { prox: 30 }, points: { size: 7 },
      },
      focus: { alpha: 1 },
      series: [plane ? {} : { label: figure.xLabel, value: (u, value) => number(value) }, ...curves],
      bands: diagram.bands.map(([low, high]) => ({ series: [high + 1, low + 1], fill: diagram.curves[low].colour + "33" })),
      hooks: { setScale: [rescaled] },
    };
  }

  let sharing = false;
  function shareZoom(from) {
    if (sharing) return;
    sharing = true;
    const { min, max } = from.scales.x;
    for (const plot of plots) {
      const x = plot.scales.x;
      if (plot !== from && (x.min !== min || x.max !== max)) plot.setScale("x", { min, max });
    }
    sharing = false;
    const [low, high] = rangeX(figure.x[0], figure.x[figure.x.length - 1]);
    const zoomed = min > low || max < high;
    shownX = zoomed ? [min, max] : null;
    resetButton.disabled = !zoomed;
  }

  // Control and the wheel zoom around the cursor.
  function wheel(plot) {
    plot.over.addEventListener("wheel", (event) => {
      if (!event.ctrlKey || !figure.ascending) return;
      event.preventDefault();
      const { min, max } = plot.scales.x, at = plot.posToVal(plot.cursor.left, "x"), factor = event.deltaY < 0 ? 0.8 : 1.25;
      const [low, high] = rangeX(figure.x[0], figure.x[figure.x.length - 1]);
      plot.setScale("x", { min: Math.max(low, at - (at - min) * factor), max: Math.min(high, at + (max - at) * factor) });
    }, { passive: false });
  }

  const height = () => Math.max(240, Math.floor((innerHeight - 70) / figure.diagrams.length) - 50);

  function draw() {
    drawn = false;
    const hidden = plots.map((plot) => plot.series.map((series) => series.show));
    const zoom = shownX;
    for (const plot of plots) plot.destroy();
    plots = [];
    let first = 0;
    figure.diagrams.forEach((diagram, d) => {
      const values = figure.y.slice(first, first + diagram.curves.length);
      first += diagram.curves.length;
      const data = figure.ascending ? [figure.x, ...values] : [null, ...values.map((ys) => [figure.x, ys])];
      const plot = new uPlot(options(diagram, d === figure.diagrams.length - 1, height()), data, host);
      plot.root.querySelectorAll(".u-legend .u-series").forEach((row, i) => {
        const curve = diagram.curves[figure.ascending ? i - 1 : i];
        if (curve && curve.description) row.title = curve.description;
      });
      plots.push(plot);
      wheel(plot);
      (hidden[d] || []).forEach((show, i) => { if (i > 0 && show === false) plot.setSeries(i, { show: false }); });
    });
    if (zoom) plots[0].setScale("x", { min: zoom[0], max: zoom[1] });
    if (!figure.ascending) resetButton.disabled = true;
    setTimeout(() => { drawn = true; });
  }

  resetButton.addEventListener("click", () => {
    if (!figure.ascending) return draw();
    const [min, max] = rangeX(figure.x[0], figure.x[figure.x.length - 1]);
    plots[0].setScale("x", { min, max });
  });

  document.getElementById("picture").addEventListener("click", () => {
    const canvases = plots.map((plot) => plot.ctx.canvas);
    const whole = document.createElement("canvas");
    whole.width = Math.max(...canvases.map((c) => c.width));
    whole.height = canvases.reduce((sum, c) => sum + c.height, 0);
    const context = whole.getContext("2d");
    context.fillStyle = css("--ground");
    context.fillRect(0, 0, whole.width, whole.height);
    let top = 0;
    for (const canvas of canvases) { context.drawImage(canvas, 0, top); top += canvas.height; }
    const link = document.createElement("a");
    link.download = (figure.title || "plot").replace(/[^\w.-]+/g, "_") + ".png";
    link.href = whole.toDataURL("image/png");
    link.click();
  });

  let pending = 0;
  addEventListener("resize", () => {
    clearTimeout(pending);
    pending = setTimeout(() => plots.forEach((plot) => plot.setSize({ width: host.clientWidth - 8, height: height() })), 60);
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  draw();
})();
