package dev.broadside.server.http;

import java.nio.file.Path;

/// A server in a process of its own, whose heap may be small. Says its port, and ends when its
/// input does.
///
/// Argument: the folder of a [TestServer].
final class SmallHeapServer {
  private SmallHeapServer() {}

  public static void main(String[] arguments) throws Exception {
    try (TestServer server = TestServer.start(Path.of(arguments[0]))) {
      System.out.println(server.port());
      while (System.in.read() >= 0) {
        // Until whoever started it has ended.
      }
    }
  }
}
