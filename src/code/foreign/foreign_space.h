// A process that foreign code is loaded into: this one (own_space.cpp), or a confined one beside it
// (confined_space.h). Handles and addresses are those of that process: nobody looks behind them here.
#pragma once

#include <memory>
#include <string>

#include "code/foreign/foreign_call.h"

namespace mica::code {

class ForeignSpace {
 public:
  virtual ~ForeignSpace() = default;

  struct Loading {
    bool lazily = false;      // functions are bound when they are called
    bool for_others = false;  // libraries loaded later find its functions
  };
  // A shared library, by its path or, as the system's loader looks for it, by its name. Null: `problem` says why. It
  // stays loaded until the process ends: external objects may outlive whoever loaded it. The same again gives the same.
  virtual void* Load(const std::string& path, Loading how, std::string& problem) = 0;
  // The address of a function; without a handle of any that the process has. Null: there is none.
  virtual void* Symbol(void* handle, const std::string& name) = 0;
  // What a function without arguments that gives an address gives.
  virtual void* Ask(void* function) = 0;
  // See RunForeign.
  virtual bool Run(ForeignCall& call, std::string& messages, std::string& problem) = 0;
};

// This process.
std::shared_ptr<ForeignSpace> OwnSpace();

}  // namespace mica::code
