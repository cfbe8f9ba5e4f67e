// The structure of modelDescription.xml, from the XML schemas of FMI 2.0.5 and 3.0.2 (xml_schema.h has the notation).
#include "fmi/import/xml_schema.h"

namespace mica::fmi {

namespace {

#define EXPERIMENT "startTime:double stopTime:double tolerance:double stepSize:double"
#define BASE_UNIT "kg:int m:int s:int A:int K:int mol:int cd:int rad:int factor:double offset:double"
#define KINDS "dependent/constant/fixed/tunable/discrete[]"
#define VARIABILITIES "constant/fixed/tunable/discrete/continuous"
#define REAL                                                                                   \
  "quantity:string unit:string displayUnit:string relativeQuantity:boolean unbounded:boolean " \
  "min:double max:double nominal:double"

constexpr std::string_view kTwo =
    "fmiModelDescription | fmiVersion!:2.0 modelName!:string guid!:string description:string author:string "
    "version:string "
    "copyright:string license:string generationTool:string generationDateAndTime:date "
    "variableNamingConvention:flat/structured numberOfEventIndicators:uint | (ModelExchange CoSimulation)* "
    "UnitDefinitions? TypeDefinitions? LogCategories? DefaultExperiment? VendorAnnotations? ModelVariables "
    "ModelStructure\n"
    "ModelExchange | modelIdentifier!:string needsExecutionTool:boolean completedIntegratorStepNotNeeded:boolean "
    "canBeInstantiatedOnlyOncePerProcess:boolean canNotUseMemoryManagementFunctions:boolean "
    "canGetAndSetFMUstate:boolean "
    "canSerializeFMUstate:boolean providesDirectionalDerivative:boolean | SourceFiles?\n"
    "CoSimulation | modelIdentifier!:string needsExecutionTool:boolean canHandleVariableCommunicationStepSize:boolean "
    "canInterpolateInputs:boolean maxOutputDerivativeOrder:uint canRunAsynchronuously:boolean "
    "canBeInstantiatedOnlyOncePerProcess:boolean canNotUseMemoryManagementFunctions:boolean "
    "canGetAndSetFMUstate:boolean "
    "canSerializeFMUstate:boolean providesDirectionalDerivative:boolean | SourceFiles?\n"
    "SourceFiles | | File+\n"
    "File | name!:string |\n"
    "UnitDefinitions | | Unit+\n"
    "Unit | name!:string | BaseUnit? DisplayUnit*\n"
    "BaseUnit | " BASE_UNIT
    " |\n"
    "DisplayUnit | name!:string factor:double offset:double |\n"
    "TypeDefinitions | | SimpleType+\n"
    "SimpleType | name!:string description:string | (Real Integer Boolean String Enumeration)\n"
    "SimpleType/Real | " REAL
    " |\n"
    "SimpleType/Integer | quantity:string min:int max:int |\n"
    "SimpleType/Boolean SimpleType/String | |\n"
    "SimpleType/Enumeration | quantity:string | Item+\n"
    "Item | name!:string value!:int description:string |\n"
    "LogCategories | | Category+\n"
    "Category | name!:string description:string |\n"
    "DefaultExperiment | " EXPERIMENT
    " |\n"
    "VendorAnnotations Annotations | | Tool+\n"
    "Tool | name!:string | …\n"
    "ModelVariables | | ScalarVariable+\n"
    "ScalarVariable | name!:string valueReference!:uint description:string "
    "causality:parameter/calculatedParameter/input/output/local/independent variability:" VARIABILITIES
    " "
    "initial:exact/approx/calculated canHandleMultipleSetPerTimeInstant:boolean | "
    "(Real Integer Boolean String Enumeration) Annotations?\n"
    "Real | declaredType:string " REAL
    " start:double derivative:uint reinit:boolean |\n"
    "Integer | declaredType:string quantity:string min:int max:int start:int |\n"
    "Boolean | declaredType:string start:boolean |\n"
    "String | declaredType:string start:string |\n"
    "Enumeration | declaredType!:string quantity:string min:int max:int start:int |\n"
    "ModelStructure | | Outputs? Derivatives? InitialUnknowns?\n"
    "Outputs Derivatives InitialUnknowns | | Unknown+\n"
    "Unknown | index!:uint dependencies:uint[] dependenciesKind:" KINDS " |\n";

#define INTERFACE                                                                                     \
  "modelIdentifier!:string needsExecutionTool:boolean canBeInstantiatedOnlyOncePerProcess:boolean "   \
  "canGetAndSetFMUState:boolean canSerializeFMUState:boolean providesDirectionalDerivatives:boolean " \
  "providesAdjointDerivatives:boolean providesPerElementDependencies:boolean"
#define PLAIN_VARIABLE                                                                          \
  "name!:string valueReference!:uint description:string "                                       \
  "causality:parameter/calculatedParameter/input/output/local/independent/structuralParameter " \
  "variability:" VARIABILITIES " canHandleMultipleSetPerTimeInstant:boolean clocks:uint[]"
#define UNTYPED_VARIABLE PLAIN_VARIABLE " intermediateUpdate:boolean previous:uint initial:exact/approx/calculated"
#define VARIABLE UNTYPED_VARIABLE " declaredType:string"
#define PARTS "| Annotations? Dimension* Alias*\n"
#define INTEGER(name, type)                                                                     \
  name " | " VARIABLE " quantity:string min:" type " max:" type " start:" type "[] " PARTS name \
       "Type | name!:string description:string quantity:string min:" type " max:" type " | Annotations?\n"
#define CLOCK                                                                                        \
  "canBeDeactivated:boolean priority:uint "                                                          \
  "intervalVariability!:constant/fixed/tunable/changing/countdown/triggered intervalDecimal:double " \
  "shiftDecimal:double supportsFraction:boolean resolution:ulong intervalCounter:ulong shiftCounter:ulong"

constexpr std::string_view kThree =
    "fmiModelDescription | fmiVersion!:string modelName!:string instantiationToken!:string description:string "
    "author:string version:string copyright:string license:string generationTool:string generationDateAndTime:date "
    "variableNamingConvention:flat/structured | ModelExchange? CoSimulation? ScheduledExecution? UnitDefinitions? "
    "TypeDefinitions? LogCategories? DefaultExperiment? ModelVariables ModelStructure Annotations?\n"
    "ModelExchange | " INTERFACE
    " needsCompletedIntegratorStep:boolean providesEvaluateDiscreteStates:boolean | "
    "Annotations?\n"
    "CoSimulation | " INTERFACE
    " canHandleVariableCommunicationStepSize:boolean fixedInternalStepSize:double "
    "maxOutputDerivativeOrder:uint recommendedIntermediateInputSmoothness:int providesIntermediateUpdate:boolean "
    "mightReturnEarlyFromDoStep:boolean canReturnEarlyAfterIntermediateUpdate:boolean hasEventMode:boolean "
    "providesEvaluateDiscreteStates:boolean | Annotations?\n"
    "ScheduledExecution | " INTERFACE
    " | Annotations?\n"
    "UnitDefinitions | | Unit+\n"
    "Unit | name!:string | BaseUnit? DisplayUnit* Annotations?\n"
    "BaseUnit | " BASE_UNIT
    " |\n"
    "DisplayUnit | name!:string factor:double offset:double inverse:boolean | Annotations?\n"
    "TypeDefinitions | | (Float64Type Float32Type Int8Type UInt8Type Int16Type UInt16Type Int32Type UInt32Type "
    "Int64Type UInt64Type BooleanType StringType BinaryType EnumerationType ClockType)+\n"
    "Float64Type Float32Type | name!:string description:string " REAL
    " | Annotations?\n"
    "BooleanType StringType | name!:string description:string | Annotations?\n"
    "BinaryType | name!:string description:string mimeType:string maxSize:ulong | Annotations?\n"
    "EnumerationType | name!:string description:string quantity:string min:long max:long | Annotations? Item+\n"
    "ClockType | name!:string description:string " CLOCK
    " | Annotations?\n"
    "Item | name!:string value!:long description:string | Annotations?\n"
    "LogCategories | | Category+\n"
    "Category | name!:string description:string | Annotations?\n"
    "DefaultExperiment | " EXPERIMENT
    " | Annotations?\n"
    "Annotations | | Annotation+\n"
    "Annotation | type!:string | …\n"
    "ModelVariables | | (Float64 Float32 Int8 UInt8 Int16 UInt16 Int32 UInt32 Int64 UInt64 Boolean String Binary "
    "Enumeration Clock)+\n"
    "Float64 Float32 | " VARIABLE " " REAL " start:double[] derivative:uint reinit:boolean " PARTS INTEGER(
        "Int8", "byte") INTEGER("UInt8", "ubyte") INTEGER("Int16", "short") INTEGER("UInt16", "ushort")
        INTEGER("Int32", "int") INTEGER("UInt32", "uint") INTEGER("Int64", "long") INTEGER(
            "UInt64", "ulong") "Boolean | " VARIABLE " start:boolean[] " PARTS "String | " VARIABLE
                               " | Annotations? Dimension* Start* Alias*\n"
                               "Binary | " VARIABLE
                               " mimeType:string maxSize:ulong | Annotations? Dimension* Start* Alias*\n"
                               "Enumeration | " UNTYPED_VARIABLE
                               " declaredType!:string quantity:string min:long max:long start:long[] " PARTS
                               "Clock | " PLAIN_VARIABLE " declaredType:string " CLOCK
                               " | Annotations? Alias*\n"
                               "Start | value:string |\n"
                               "Binary/Start | value:hex |\n"
                               "Dimension | start:ulong valueReference:uint |\n"
                               "Alias | name!:string description:string |\n"
                               "Float64/Alias Float32/Alias | name!:string description:string displayUnit:string |\n"
                               "ModelStructure | | Output* ContinuousStateDerivative* ClockedState* InitialUnknown* "
                               "EventIndicator* Annotations?\n"
                               "Output ContinuousStateDerivative ClockedState InitialUnknown EventIndicator | "
                               "valueReference!:uint "
                               "dependencies:uint[] dependenciesKind:" KINDS " | Annotations?\n";

}  // namespace

std::string_view DescriptionSchema(int version) { return version == 2 ? kTwo : kThree; }

}  // namespace mica::fmi
