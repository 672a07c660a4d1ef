package dev.broadside.jobs.sysbench04;

import java.util.random.RandomGenerator;

/// Draws the requests of one thread, one mode of the test each. May remember what it drew before;
/// used by one thread.
sealed interface Requests permits ComplexRequests, SingleRequests {

  /// Fills an empty request with the queries of the next iteration.
  void draw(Request request, RandomGenerator random);
}
