package dev.broadside.cli.follow;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// What is told of things whose states change: a line for each change, and a reason only once, for
/// a job that stops and then fails gives the same twice. For one thread.
public final class StateLines {
  private final Map<String, Shown> shown = new HashMap<>();

  private record Shown(String state, String reason) {}

  /// The line for what a thing is now; empty where that is told already.
  ///
  /// @param what the thing, with which the line begins
  /// @param reason empty where there is none
  public Optional<String> of(String what, String state, String reason) {
    return of(what, what, state, reason);
  }

  /// The same where something else than its name tells one thing from another.
  public Optional<String> of(String thing, String what, String state, String reason) {
    Shown now = new Shown(state, reason);
    Optional<Shown> before = Optional.ofNullable(shown.put(thing, now));
    if (before.equals(Optional.of(now))) {
      return Optional.empty();
    }
    boolean told = reason.isEmpty() || before.map(Shown::reason).equals(Optional.of(reason));
    return Optional.of(what + state + (told ? "" : ": " + reason));
  }
}
