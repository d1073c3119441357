#pragma once

namespace ap {

/// A reference to a function that is called but never stored. A function that takes one is compiled
/// once, not once for every callable.
template <typename Signature>
class Callback;
template <typename Result, typename... Arguments>
class Callback<Result(Arguments...)> {
 public:
  template <typename Body>
  Callback(const Body& body)
      : body_(&body), call_([](const void* own, Arguments... arguments) -> Result {
          return (*static_cast<const Body*>(own))(arguments...);
        }) {}
  Result operator()(Arguments... arguments) const { return call_(body_, arguments...); }

 private:
  const void* body_;
  Result (*call_)(const void*, Arguments...);
};

}  // namespace ap
