package dev.broadside.cli.follow;

import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.core.param.Problem;
import java.io.PrintStream;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/// Follows work that has no live stream of its own, by asking twice a second. It waits for a server
/// that is being restarted.
///
/// @param path of what is looked at
/// @param err where it says that the server does not answer
/// @param leaving printed there when a signal ends the process before the work has ended
record RepeatedLook(ServerClient client, String path, PrintStream err, String leaving) {
  private static final Duration PAUSE = Duration.ofMillis(500);

  /// How many looks in a row may find no server: five minutes.
  private static final int PATIENCE = 600;

  /// Looks until it is over.
  ///
  /// @param over whether it is
  /// @param seen takes what each look has found, that of the end included
  /// @return what it is at its end
  JsonNode until(Predicate<JsonNode> over, Consumer<JsonNode> seen)
      throws CommandException, InterruptedException {
    try (LeavingNote _ = new LeavingNote(() -> err.println(leaving))) {
      JsonNode found = look();
      seen.accept(found);
      while (!over.test(found)) {
        Thread.sleep(PAUSE);
        found = look();
        seen.accept(found);
      }
      return found;
    }
  }

  private JsonNode look() throws CommandException, InterruptedException {
    for (int looks = 1; ; looks++) {
      try {
        return client.get(path);
      } catch (CommandException e) {
        boolean away =
            e.problems().stream().allMatch(one -> one.kind() == Problem.Kind.UNREACHABLE);
        if (!away || looks == PATIENCE) {
          throw e;
        }
        if (looks == 1) {
          err.println("the server does not answer; it is asked again");
        }
        Thread.sleep(PAUSE);
      }
    }
  }
}
