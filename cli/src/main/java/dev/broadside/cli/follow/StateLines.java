package dev.broadside.cli.follow;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// A line for each change of a state, with each reason only once: a job that stops and then fails
/// gives the same reason twice. For one thread.
public final class StateLines {
  private final Map<String, Shown> shown = new HashMap<>();

  private record Shown(String state, String reason) {}

  /// The line for the present state of a thing; empty if it was the last line already.
  ///
  /// @param what the name of the thing, with which the line begins
  /// @param reason may be empty
  public Optional<String> of(String what, String state, String reason) {
    return of(what, what, state, reason);
  }

  /// The line for a new state of a thing whose name is not unique; empty if nothing changed.
  ///
  /// @param thing tells it from all others
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
