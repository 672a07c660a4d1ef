package dev.broadside.core.diagnosis;

import java.util.List;

/// All rules. A rule is a constant of the class for what it is about, and a place in this list.
public final class DiagnosisRules {
  /// A result says at most so many.
  public static final int MOST = 5;

  /// The most important first: the first ones may explain those that follow.
  public static final List<DiagnosisRule> ALL =
      List.of(
          LoadRules.GENERATOR,
          PlanRules.CHANGED,
          LoadRules.RATE,
          LoadRules.CONNECTIONS,
          LoadRules.RETRIES,
          DatabaseRules.LOCKS,
          DatabaseRules.LOG,
          DatabaseRules.BUFFER,
          HostRules.CPU,
          HostRules.STEAL,
          RhythmRules.REPLICATION,
          RhythmRules.CHECKPOINTS,
          LoadRules.GENERATOR_AT_TIMES);

  private DiagnosisRules() {}
}
