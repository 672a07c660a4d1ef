package dev.broadside.kit.rehearsal;

import dev.broadside.core.work.Iteration;

/// One kind of work that a load thread does, as a rehearsal does it.
///
/// @param name such as `transaction transfer`
/// @param undone whether a rollback undoes all that it does, according to its author
/// @param author the class in whose package the author's own lines are
/// @param work does it once
public record Act(String name, boolean undone, Class<?> author, Work work) {

  /// Does one iteration of one kind.
  @FunctionalInterface
  public interface Work {
    void run(Iteration iteration) throws Exception;
  }
}
