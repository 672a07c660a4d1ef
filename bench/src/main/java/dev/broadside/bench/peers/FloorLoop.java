package dev.broadside.bench.peers;

import dev.broadside.bench.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// What no client with a thread for each connection can beat on the JVM: threads that send the
/// packet of a prepared point select and take the answer without looking at it. There is no driver,
/// no engine and no statistics.
///
/// Arguments: `HOST PORT DATABASE USER THREADS ROWS`; the password is in
/// `BROADSIDE_BENCH_PASSWORD`. Works until it is ended from outside.
public final class FloorLoop {
  private static final String SELECT = "select c from sbtest1 where id = ?";

  private FloorLoop() {}

  public static void main(String[] args) throws Exception {
    String password = System.getenv().getOrDefault(Tool.PASSWORD, "");
    int threads = Integer.parseInt(args[4]);
    int rows = Integer.parseInt(args[5]);
    List<RawConnection> connections = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      RawConnection connection = RawConnection.open(args[0], Integer.parseInt(args[1]));
      connection.logIn(args[3], password, args[2]);
      connection.prepare(SELECT);
      connections.add(connection);
    }
    for (int i = 0; i < threads; i++) {
      RawConnection connection = connections.get(i);
      SplittableRandom random = new SplittableRandom(i);
      Thread.ofPlatform().start(() -> loop(connection, random, rows));
    }
  }

  private static void loop(RawConnection connection, SplittableRandom random, int rows) {
    try {
      while (true) {
        connection.execute(random.nextInt(rows) + 1);
      }
    } catch (Exception e) {
      throw new IllegalStateException("the floor broke", e);
    }
  }
}
