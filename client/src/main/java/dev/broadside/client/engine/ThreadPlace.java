package dev.broadside.client.engine;

import dev.broadside.client.watch.Processors;
import dev.broadside.core.load.ThreadKind;
import dev.broadside.core.param.Problem;

/// Where load threads may run: on any processor, or on one each.
@FunctionalInterface
interface ThreadPlace {
  /// Called by a load thread before it does anything else.
  ///
  /// @param thread its number within the job, so that agents that share a host take turns, too
  void take(int thread);

  /// @throws Refusal where this system does not bind threads
  static ThreadPlace of(ThreadKind kind) throws RefusedShare {
    return switch (kind) {
      case PLATFORM, VIRTUAL -> _ -> {};
      case PINNED ->
          Processors.ofThisProcess()
              .<ThreadPlace>map(processors -> processors::bind)
              .orElseThrow(() ->
                  new RefusedShare(
                      Problem.wrong(
                          "thread kind",
                          "only Linux binds a thread to a processor",
                          "give platform or virtual, or agents on Linux")));
    };
  }
}
