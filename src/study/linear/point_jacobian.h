// Study stage: derivatives of a model at the point that an instance stands at: of the derivatives of its states and of
// outputs, by states and inputs. Relations, modes and discrete variables are held.
//
// Differences of fourth order, f' = (8 (f(+h) - f(-h)) - (f(+2h) - f(-2h)))/(12 h) with h = 1e-3 of the variable's
// magnitude: exact for cubics up to rounding, some 1e-12 of the entries. Where the model cannot be evaluated so far
// away, h is smaller by 1e-3 and once more.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "run/instance.h"

namespace mica::study {

// Where a variable is, and which sign it has there.
struct Place {
  std::uint32_t scalar = 0;
  std::uint32_t slot = 0;
  double sign = 1;
};

// What a linear system is about, found by name once.
struct LinearShape {
  std::vector<Place> states, inputs, outputs;

  // `inputs`: Real ones of the top level; none: all of them. `outputs`: any variables; none: outputs of the top level.
  // E9521: not an input, or not a variable.
  bool Find(const MicaModelTable& table, const std::vector<std::string>& inputs,
            const std::vector<std::string>& outputs, DiagnosticSink& sink);
};

class PointJacobian {
 public:
  // Both outlive it.
  PointJacobian(run::Instance& instance, const LinearShape& shape) : instance_(instance), shape_(shape) {}

  // At the present point, which the instance stands at afterwards, too. Rows: derivatives of states, then outputs;
  // columns: states, then inputs. False: it cannot be evaluated around, with `problem` moved.
  bool Compute(Eigen::MatrixXd& all);
  const std::string& problem() const { return problem_; }

 private:
  using Vector = Eigen::VectorXd;
  bool Evaluate(const Place* moved, double by, Vector& into);
  bool Differentiate(const Place& place, Eigen::Ref<Vector> column);

  run::Instance& instance_;
  const LinearShape& shape_;
  std::vector<double> reals_;
  std::string problem_;
};

}  // namespace mica::study
