package dev.broadside.kit.engine;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure.Retry;

/// Which classes of failure are repeated, and with what input: one policy for all databases.
///
/// What the database undid because of other transactions is repeated, for it may well succeed a
/// moment later. Nothing else is: a violated constraint would be violated again, and a lost
/// connection, a full disk or a time-out is what a load test wants to see counted. How often and
/// after what pauses is the engine's part: at most nine times, after jittered delays that grow from
/// 1 ms to 100 ms.
///
/// @param undone what happens to an iteration that the database undid because of others
public record RetryPolicy(Retry undone) {
  /// Lets the user of a job class choose.
  public static final Parameter.Choice PARAMETER =
      Parameter.choice(
              "retry", "What happens to a transaction that the database undid because of others")
          .option("same", "It is repeated with the same keys")
          .option("new", "It is repeated with newly drawn keys")
          .option("never", "It has failed")
          .preset("same");

  /// The preset, for clients that have to get their work done.
  public static final RetryPolicy SAME_INPUT = new RetryPolicy(Retry.SAME_INPUT);

  /// What the user chose by [#PARAMETER].
  public static RetryPolicy of(ParameterValues values) {
    return new RetryPolicy(retry(values.get(PARAMETER)));
  }

  /// The rule that a word of [#PARAMETER] stands for.
  public static Retry retry(String word) {
    return switch (word) {
      case "new" -> Retry.NEW_INPUT;
      case "never" -> Retry.NEVER;
      default -> Retry.SAME_INPUT;
    };
  }

  /// What happens after a failure of this class.
  public Retry after(ErrorClass errorClass) {
    return switch (errorClass) {
      case DEADLOCK, LOCK_WAIT, SERIALIZATION, SNAPSHOT_TOO_OLD -> undone;
      case CONSTRAINT,
          CONNECTION_LOST,
          READ_ONLY,
          RESOURCE_EXHAUSTED,
          TIMEOUT,
          CANCELLED,
          DRIVER,
          JOB_CODE,
          OTHER ->
          Retry.NEVER;
    };
  }
}
