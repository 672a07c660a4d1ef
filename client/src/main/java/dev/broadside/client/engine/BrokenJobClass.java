package dev.broadside.client.engine;

import dev.broadside.core.work.JobClass;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/// The code of a job class failed, and no target had a part in it. The message names the class, the
/// method, what it threw, and where.
public final class BrokenJobClass extends Exception {
  private static final long serialVersionUID = 1;

  private BrokenJobClass(String message) {
    super(message);
  }

  private BrokenJobClass(String message, Throwable cause) {
    super(message, cause);
  }

  /// Calls a method of a job class.
  ///
  /// @param method its name, for the sentence
  /// @throws BrokenJobClass if it throws something that does not come from a target, or returns
  ///   null
  static <T> T call(JobClass job, String method, Callable<T> call) throws Exception {
    try {
      return Optional.ofNullable(call.call())
          .orElseThrow(() -> new BrokenJobClass(place(job, method) + " returned null"));
    } catch (InterruptedException | RefusedShare | BrokenJobClass e) {
      throw e;
    } catch (Throwable e) {
      throw e instanceof Exception failure && TargetProblems.isTargets(failure)
          ? failure
          : of(job, method, e);
    }
  }

  /// Calls a method of a job class that does not use a target.
  static <T> T ask(JobClass job, String method, Supplier<T> call) throws BrokenJobClass {
    try {
      return Optional.ofNullable(call.get())
          .orElseThrow(() -> new BrokenJobClass(place(job, method) + " returned null"));
    } catch (BrokenJobClass e) {
      throw e;
    } catch (Throwable e) {
      throw of(job, method, e);
    }
  }

  /// Describes what a method of a job class threw.
  static BrokenJobClass of(JobClass job, String method, Throwable thrown) {
    String what = JobCodeFailure.of(thrown, job.getClass()).message();
    return new BrokenJobClass(
        place(job, method) + " failed with " + TargetProblems.harmless(what), thrown);
  }

  private static String place(JobClass job, String method) {
    return method + "() of job class " + job.getClass().getName();
  }
}
