// Structure stage: from the flat model, a hybrid DAE with arrays, to sorted blocks for initialization, dynamics and
// events. The pipeline is the list in analyze.cpp; docs/stages/structure.md describes it pass by pass.
#pragma once

#include "structure/pass.h"

namespace mica::structure {

// The sink has what is wrong when there is no model.
Result<BlockModel> Analyze(const flat::Model& flat, Store& store, const SourceMap& sources, DiagnosticSink& sink,
                           const Options& options = {});

// The first pass alone, and all others: for who changes what lies between (distribute/part_model.h). `flat` is the
// model that the scalars are of.
Result<ScalarModel> MakeScalars(const flat::Model& flat, Store& store, const SourceMap& sources, DiagnosticSink& sink,
                                const Options& options = {});
Result<BlockModel> AnalyzeScalars(ScalarModel scalars, const flat::Model& flat, Store& store, const SourceMap& sources,
                                  DiagnosticSink& sink, const Options& options = {});

// The passes in their order.
std::span<const Pass> Pipeline();

}  // namespace mica::structure
