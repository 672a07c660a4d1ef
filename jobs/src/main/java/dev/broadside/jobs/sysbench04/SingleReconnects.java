package dev.broadside.jobs.sysbench04;

import java.util.random.RandomGenerator;

/// Reconnects where a request is a single query: after each query in mode `query`, after every
/// second one by chance in mode `random`, and never else. The mode `transaction` asks for a COMMIT,
/// which such a request has not.
///
/// @param mode as the user chose it
record SingleReconnects(ReconnectMode mode) {

  void draw(Request request, ThinkTime think, RandomGenerator random) {
    boolean reconnects =
        switch (mode) {
          case SESSION, TRANSACTION -> false;
          case QUERY -> true;
          case RANDOM -> random.nextBoolean();
        };
    if (reconnects) {
      request.add(Query.RECONNECT, 0, think.draw(random));
    }
  }
}
