// Functions, record constructors and external objects as typed functions (specification chapter 12).
#include <fmt/format.h>
#include <algorithm>

#include "instance/codes.h"
#include "instance/elaboration.h"
#include "instance/lookup/record_start.h"
#include "instance/typing/typer.h"
#include "library/resource_uri.h"

namespace mica::instance {

namespace {

// Fills one Function from its class instance.
class FunctionBuilder {
 public:
  FunctionBuilder(Elaboration& elaboration, ClassInstance* c, FunctionId id)
      : elaboration_(elaboration), c_(c), id_(id), outer_locals_(elaboration.NameLocals(&components_)) {}
  ~FunctionBuilder() { elaboration_.NameLocals(outer_locals_); }
  FunctionBuilder(const FunctionBuilder&) = delete;
  FunctionBuilder& operator=(const FunctionBuilder&) = delete;

  bool Build(bool is_record) {
    Function& f = function();
    f.name = elaboration_.names().Intern(elaboration_.instances().QualifiedName(c_));
    f.span = c_->definition ? c_->tree->SpanOf(c_->definition->name_token) : Span{};
    f.is_impure = c_->definition && c_->definition->is_impure;
    f.is_record_constructor = is_record;
    if (!CollectVariables(is_record)) return false;
    if (is_record) return AddRecordOutput();
    bool ok = TypeBody();
    ReadAnnotations();
    return ok;
  }

 private:
  Function& function() { return elaboration_.store().functions[id_]; }

  bool CollectVariables(bool is_record) {
    std::vector<Component*> inputs, outputs, others;
    elaboration_.instances().ForEachComponent(c_, [&](Component* component) {
      syntax::Causality causality = is_record ? syntax::Causality::kInput : elaboration_.CausalityOf(component);
      if (causality == syntax::Causality::kInput)
        inputs.push_back(component);
      else if (causality == syntax::Causality::kOutput)
        outputs.push_back(component);
      else
        others.push_back(component);
      bool is_fixed = component->clause->variability == syntax::Variability::kConstant ||
                      component->clause->variability == syntax::Variability::kParameter;
      if (causality == syntax::Causality::kNone && !is_fixed &&
          !elaboration_.instances().IsProtected(c_, {nullptr, component})) {
        auto& d = elaboration_.sink().Report(kPublicFunctionVariable, component->span(),
                                             "a public variable of a function is an input or an output");
        d.hint = "write `input`, `output` or, above it, `protected`";
      }
    });
    function().input_count = inputs.size();
    function().output_count = outputs.size();
    components_ = inputs;
    components_.insert(components_.end(), outputs.begin(), outputs.end());
    components_.insert(components_.end(), others.begin(), others.end());
    // Places first: sizes and defaults refer to each other.
    for (std::size_t i = 0; i < components_.size(); ++i) components_[i]->local = static_cast<std::int32_t>(i);
    bool ok = true;
    for (std::size_t i = 0; i < components_.size(); ++i) {
      Component* component = components_[i];
      FunctionVariable variable;
      variable.name = component->name;
      variable.role = i < inputs.size()                    ? FunctionRole::kInput
                      : i < inputs.size() + outputs.size() ? FunctionRole::kOutput
                                                           : FunctionRole::kProtected;
      variable.span = component->span();
      variable.type = elaboration_.store().types.real();
      if (elaboration_.EnsureTyped(component)) {
        TypeId element = component->primitive != Primitive::kNone ? component->element_type
                         : component->function_type.valid()       ? component->function_type
                                                                  : elaboration_.RecordTypeOf(component->type);
        if (element.valid())
          variable.type = elaboration_.store().types.WithSizes(element, component->sizes);
        else
          ok = false;
        variable.sizes = component->size_exprs;
        variable.is_constant = is_record ? component->is_final || component->is_protected ||
                                               (component->variability == VariableKind::kConstant && component->binding)
                                         : component->variability == VariableKind::kConstant;
      } else {
        ok = false;
      }
      function().variables.push_back(std::move(variable));
    }
    for (std::size_t i = 0; i < components_.size(); ++i) {
      Component* component = components_[i];
      const Binding* binding = component->binding;
      if (!binding || component->typing != Progress::kDone) {
        // A record-typed variable may have values of its fields instead.
        if (component->typing == Progress::kDone && component->primitive == Primitive::kNone &&
            !component->function_type.valid() && component->sizes.empty() && (component->modifier || !is_record))
          if (Expr value = RecordStart(elaboration_, component); value.valid()) function().variables[i].binding = value;
        continue;
      }
      Typer typer(elaboration_, binding->scope, binding->tree);
      Expr value =
          typer.TypeAs(*binding->value, function().variables[i].type, elaboration_.names().text(component->name));
      if (elaboration_.ops().is_error(value))
        ok = false;
      else
        function().variables[i].binding = value;
    }
    return ok;
  }

  bool AddRecordOutput() {
    Types& types = elaboration_.store().types;
    RecordDefinition definition{function().name, {}};
    for (std::size_t i = 0; i < function().input_count; ++i)
      definition.fields.push_back({function().variables[i].name, function().variables[i].type});
    FunctionVariable output;
    output.name = elaboration_.names().Intern("result");
    output.role = FunctionRole::kOutput;
    output.type = types.Record(types.AddRecord(std::move(definition)));
    function().variables.push_back(std::move(output));
    function().output_count = 1;
    return true;
  }

  bool TypeBody() {
    DiagnosticSink::Mark before = elaboration_.sink().mark();
    const ClassInstance* external = nullptr;
    std::vector<ClassInstance*> with_body;
    elaboration_.instances().ForEachClass(c_, [&](ClassInstance* part) {
      if (!part->definition) return;
      if (part->definition->external) external = part;
      if (!part->definition->algorithm_sections.empty()) with_body.push_back(part);
      for (const syntax::EquationSection* section : part->definition->equation_sections)
        if (!section->equations.empty())
          elaboration_.ops().Fail(kEquationsInFunction, part->tree->SpanOf(*section->equations[0]),
                                  "a function has an algorithm, not equations");
    });
    if (external) return TypeExternal(external) && !elaboration_.sink().HasErrorsSince(before);
    if (with_body.size() == 1) body_of_ = with_body[0];
    for (ClassInstance* part : with_body) {
      Typer typer(elaboration_, part, part->tree);
      for (const syntax::AlgorithmSection* section : part->definition->algorithm_sections) {
        std::vector<Statement> body = typer.TypeStatements(section->statements);
        std::move(body.begin(), body.end(), std::back_inserter(function().body));
      }
    }
    return !elaboration_.sink().HasErrorsSince(before);
  }

  bool TypeExternal(const ClassInstance* part) {
    const syntax::ExternalClause& clause = *part->definition->external;
    Function& f = function();
    f.is_external = true;
    f.external.language = clause.language ? std::string(clause.language->value) : "C";
    if (f.external.language != "C" && f.external.language != "FORTRAN 77" && f.external.language != "builtin") {
      elaboration_.ops().Fail(
          kUnknownLanguage, part->tree->SpanOf(clause),
          fmt::format("the language \"{}\" of this external function is not known; \"C\" and \"FORTRAN 77\" are",
                      f.external.language));
      return false;
    }
    f.external.name = std::string(elaboration_.names().text(clause.function.valid() ? clause.function : part->name));
    Typer typer(elaboration_, const_cast<ClassInstance*>(part), part->tree);
    bool ok = true;
    if (clause.has_call) {
      if (clause.output) {
        Expr result = typer.TypeTarget(*clause.output);
        ok = !elaboration_.ops().is_error(result);
        if (ok) f.external.result = result;
      }
      for (const syntax::Expression* argument : clause.arguments) {
        Expr value = typer.Type(*argument);
        ok = ok && !elaboration_.ops().is_error(value);
        f.external.arguments.push_back(value);
      }
    } else {
      AddDefaultCall();
    }
    for (const syntax::Annotation* annotation : clause.annotations)
      if (annotation->modification) ReadExternalAnnotation(*annotation->modification, typer);
    if (part->library_class)
      f.external.resource_directory =
          elaboration_.instances().classes().ResourceDirectory(part->library_class).string();
    return ok;
  }

  // All inputs and outputs in the order of their declarations, each array followed by its sizes; a single output that
  // is a scalar is the return value (specification 12.9.1 and 12.9.2).
  void AddDefaultCall() {
    Function& f = function();
    ExprPool& exprs = elaboration_.store().exprs;
    Types& types = elaboration_.store().types;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < f.input_count + f.output_count; ++i) order.push_back(i);
    bool in_one_file =
        std::ranges::all_of(order, [&](std::size_t i) { return f.variables[i].span.file == f.variables[0].span.file; });
    if (in_one_file) std::ranges::stable_sort(order, {}, [&](std::size_t i) { return f.variables[i].span.begin; });
    for (std::size_t i : order) {
      Expr local = exprs.Local(i, f.variables[i].type);
      std::size_t rank = types.rank(f.variables[i].type);
      if (f.variables[i].role == FunctionRole::kOutput && f.output_count == 1 && rank == 0) {
        f.external.result = local;
        continue;
      }
      f.external.arguments.push_back(local);
      for (std::size_t d = 0; d < rank; ++d)
        f.external.arguments.push_back(
            exprs.Make(Op::kSize, types.integer(), {local, exprs.Integer(static_cast<std::int64_t>(d) + 1)}));
    }
  }

  void ReadExternalAnnotation(const syntax::Modification& modification, Typer& typer) {
    for (const syntax::Argument* argument : modification.arguments) {
      const auto* element = argument->As<syntax::ElementModification>();
      if (!element || element->names.size() != 1 || !element->modification || !element->modification->value) continue;
      std::string_view name = elaboration_.names().text(element->names[0]);
      std::vector<std::string>* into = name == "Library"            ? &function().external.libraries
                                       : name == "Include"          ? &function().external.includes
                                       : name == "IncludeDirectory" ? &function().external.include_directories
                                       : name == "LibraryDirectory" ? &function().external.library_directories
                                                                    : nullptr;
      if (!into) continue;
      Expr value = typer.Type(*element->modification->value);
      if (elaboration_.ops().is_error(value)) continue;
      std::optional<Value> known = elaboration_.TryEvaluate(value);
      if (!known || known->kind != TypeKind::kString) continue;
      bool is_folder =
          into == &function().external.include_directories || into == &function().external.library_directories;
      for (std::size_t i = 0; i < known->count(); ++i) {
        std::optional<std::string> folder =
            is_folder
                ? library::ResourceFile(known->string(i), elaboration_.instances().classes(), elaboration_.names())
                : std::nullopt;
        into->push_back(folder ? *folder : known->string(i));
      }
    }
  }

  // Of the function itself or of the one whose algorithm it takes over, as in 'function f = g(a = 1)'.
  bool BooleanAnnotation(std::string_view name, bool& value) const {
    const syntax::ElementModification* annotation = elaboration_.instances().FindAnnotation(c_, name);
    if (!annotation && body_of_ && body_of_ != c_) annotation = elaboration_.instances().FindAnnotation(body_of_, name);
    if (!annotation || !annotation->modification || !annotation->modification->value) return false;
    const auto* literal = annotation->modification->value->As<syntax::BooleanLiteral>();
    if (!literal) return false;
    value = literal->value;
    return true;
  }

  void ReadAnnotations() {
    bool flag = false;
    if (BooleanAnnotation("Inline", flag)) function().inlining = flag ? InlineKind::kInline : InlineKind::kNever;
    if (BooleanAnnotation("LateInline", flag) && flag) function().inlining = InlineKind::kLateInline;
    if (BooleanAnnotation("InlineAfterIndexReduction", flag) && flag)
      function().inlining = InlineKind::kAfterIndexReduction;
    if (BooleanAnnotation("__Dymola_InlineAfterIndexReduction", flag) && flag)
      function().inlining = InlineKind::kAfterIndexReduction;
    if (BooleanAnnotation("Impure", flag) && flag) function().is_impure = true;
    if (const auto* smooth = elaboration_.instances().FindAnnotation(c_, "smoothOrder");
        smooth && smooth->modification && smooth->modification->value)
      if (const auto* literal = smooth->modification->value->As<syntax::IntegerLiteral>())
        function().smooth_order = static_cast<int>(literal->value);
    ReadDerivatives();
    ReadInverses();
  }

  // annotation(inverse(u = f_inv(…, y, …))) (specification 12.8): the call is typed over the variables of this
  // function.
  void ReadInverses() {
    const syntax::ElementModification* annotation = elaboration_.instances().FindAnnotation(c_, "inverse");
    if (!annotation || !annotation->modification || function().output_count != 1) return;
    ExprPool& exprs = elaboration_.store().exprs;
    for (const syntax::Argument* argument : annotation->modification->arguments) {
      const auto* element = argument->As<syntax::ElementModification>();
      if (!element || element->names.size() != 1 || !element->modification || !element->modification->value) continue;
      std::size_t input = 0;
      while (input < function().input_count && function().variables[input].name != element->names[0]) ++input;
      if (input == function().input_count) continue;
      Typer typer(elaboration_, c_, c_->tree);
      const auto* written = element->modification->value->As<syntax::Call>();
      if (!written || !written->callee || !typer.FindClass(*written->callee)) continue;
      Expr call = typer.Type(*written);
      if (elaboration_.ops().is_error(call) || exprs.op(call) != Op::kCall) continue;
      function().inverses.push_back({exprs.function(call), input, exprs.ArgsCopy(call)});
    }
  }

  // annotation(derivative(order = 1, noDerivative = a, zeroDerivative = b) = f_der) (specification 12.7.1).
  void ReadDerivatives() {
    auto read = [&](const syntax::Annotation* annotation) {
      if (!annotation || !annotation->modification) return;
      for (const syntax::Argument* argument : annotation->modification->arguments) {
        const auto* element = argument->As<syntax::ElementModification>();
        if (!element || element->names.size() != 1 || elaboration_.names().text(element->names[0]) != "derivative" ||
            !element->modification)
          continue;
        const auto* reference =
            element->modification->value ? element->modification->value->As<syntax::ComponentReference>() : nullptr;
        if (!reference) continue;
        Typer typer(elaboration_, c_, c_->tree);
        ClassInstance* derivative_class = typer.FindClass(*reference);
        if (!derivative_class) {
          elaboration_.sink().Report(
              kDerivativeFunctionNotFound, c_->tree->SpanOf(*reference),
              fmt::format("the derivative function {} is not found", c_->tree->Text(*reference)));
          continue;
        }
        FunctionDerivative derivative;
        for (const syntax::Argument* inner : element->modification->arguments) {
          const auto* option = inner->As<syntax::ElementModification>();
          if (!option || option->names.size() != 1) continue;
          std::string_view name = elaboration_.names().text(option->names[0]);
          const syntax::Expression* value = option->modification ? option->modification->value : nullptr;
          if (name == "order" && value && value->As<syntax::IntegerLiteral>())
            derivative.order = static_cast<int>(value->To<syntax::IntegerLiteral>().value);
          const auto* input = value ? value->As<syntax::ComponentReference>() : nullptr;
          if (!input) continue;
          for (std::size_t i = 0; i < function().input_count; ++i) {
            if (function().variables[i].name != input->parts[0].name) continue;
            if (name == "zeroDerivative") derivative.zero_derivative.push_back(i);
            if (name == "noDerivative") derivative.no_derivative.push_back(i);
          }
        }
        derivative.function = elaboration_.FunctionOf(derivative_class, c_->tree->SpanOf(*reference));
        if (derivative.function.valid()) function().derivatives.push_back(std::move(derivative));
      }
    };
    if (!c_->definition) return;
    for (const syntax::Annotation* annotation : c_->definition->annotations) read(annotation);
    if (c_->definition->comment) read(c_->definition->comment->annotation);
  }

  Elaboration& elaboration_;
  ClassInstance* c_;
  const ClassInstance* body_of_ = nullptr;  // the class with the algorithm, if there is one alone
  FunctionId id_;
  std::vector<Component*> components_;
  const std::vector<Component*>* outer_locals_;
};

}  // namespace

FunctionId Elaboration::FunctionOf(ClassInstance* c, Span) {
  if (c->function_progress == Progress::kDone || c->function_progress == Progress::kUnderway) return c->function;
  if (c->function_progress == Progress::kFailed) return {};
  c->function_progress = Progress::kUnderway;
  if (c->definition && c->definition->form == syntax::ClassForm::kDerivative) {
    c->function = PartialDerivativeOf(c);
    c->function_progress = c->function.valid() ? Progress::kDone : Progress::kFailed;
    return c->function;
  }
  bool is_record = instances_.IsRecord(c);
  ClassInstance* instance = c;
  if (is_record) {
    // The constructor has variables of its own, apart from the components of the class.
    instance = instances_.Specialise(c, nullptr, nullptr);
    instance->acts_as_function = true;
    instance->parent = c->parent;
  }
  if (!instances_.Expand(instance)) {
    c->function_progress = Progress::kFailed;
    return {};
  }
  c->function = store().functions.Add({});
  bool ok = FunctionBuilder(*this, instance, c->function).Build(is_record);
  if (ok && !is_record) CheckPurity(c, c->function);
  c->function_progress = ok ? Progress::kDone : Progress::kFailed;
  return ok ? c->function : FunctionId();
}

TypeId Elaboration::FunctionTypeOf(FunctionId id) {
  const Function& function = store().functions[id];
  std::vector<TypeId> inputs, outputs;
  for (std::size_t i = 0; i < function.input_count; ++i) inputs.push_back(function.input(i).type);
  for (std::size_t i = 0; i < function.output_count; ++i) outputs.push_back(function.output(i).type);
  return store().types.Function(inputs, outputs);
}

TypeId Elaboration::RecordTypeOf(ClassInstance* c) {
  if (c->record_progress == Progress::kDone) return store().types.Record(c->record);
  if (c->record_progress == Progress::kFailed) return {};
  if (!instances_.IsRecord(c) && !instances_.IsConnector(c)) return {};
  if (c->record_progress == Progress::kUnderway) {
    sink().Report(kContainsItself, c->tree->SpanOf(c->definition->name_token),
                  fmt::format("the record {} contains itself", instances_.QualifiedName(c)));
    c->record_progress = Progress::kFailed;
    return {};
  }
  c->record_progress = Progress::kUnderway;
  // A short class that only modifies is the record that it names.
  ClassInstance* named = c;
  while (named->definition && named->definition->form == syntax::ClassForm::kShort && !named->bases.empty() &&
         named->bases[0].instance)
    named = named->bases[0].instance;
  RecordDefinition definition{names().Intern(instances_.QualifiedName(named)), {}};
  bool ok = true;
  instances_.ForEachComponent(c, [&](Component* field) {
    if (!EnsureTyped(field)) {
      ok = false;
      return;
    }
    TypeId element = field->primitive != Primitive::kNone ? field->element_type : RecordTypeOf(field->type);
    if (!element.valid())
      ok = false;
    else
      definition.fields.push_back({field->name, store().types.WithSizes(element, field->sizes)});
  });
  c->record_progress = ok ? Progress::kDone : Progress::kFailed;
  if (!ok) return {};
  c->record = store().types.AddRecord(std::move(definition));
  record_classes_.emplace(c->record.index(), named);
  return store().types.Record(c->record);
}

ClassInstance* Elaboration::RecordClassOf(TypeId record) const {
  auto found = record_classes_.find(instances_.store().types[record].detail);
  if (found == record_classes_.end()) return nullptr;
  ClassInstance* c = found->second;
  return c->element ? instances_.InstanceOf(const_cast<ClassElement*>(c->element)) : c;
}

TypeId Elaboration::ObjectTypeOf(ClassInstance* c) {
  if (c->object_type.valid()) return c->object_type;
  if (!instances_.IsExternalObject(c) || !c->definition || names().text(c->name) == "ExternalObject") return {};
  // One type a class, whichever instance of it asks.
  ClassInstance* plain = c->element ? instances_.InstanceOf(const_cast<ClassElement*>(c->element)) : c;
  if (plain != c) return c->object_type = ObjectTypeOf(plain);
  ObjectId id = store().types.AddObject({names().Intern(instances_.QualifiedName(c)), {}, {}});
  c->object_type = store().types.ExternalObject(id);
  for (std::string_view name : {"constructor", "destructor"}) {
    Found found = instances_.FindElement(c, names().Intern(name));
    FunctionId function = found.class_element ? FunctionOf(instances_.InstanceOf(found.class_element),
                                                           c->tree->SpanOf(c->definition->name_token))
                                              : FunctionId();
    if (!function.valid()) {
      if (!found)
        ops().Fail(kIncompleteExternalObject, c->tree->SpanOf(c->definition->name_token),
                   fmt::format("the external object {} has no {}", instances_.QualifiedName(c), name));
      return c->object_type = {};
    }
    (name == "constructor" ? store().types.object(id).constructor : store().types.object(id).destructor) = function;
  }
  return c->object_type;
}

}  // namespace mica::instance
