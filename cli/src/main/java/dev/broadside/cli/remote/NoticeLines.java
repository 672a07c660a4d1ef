package dev.broadside.cli.remote;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.core.param.PlainText;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Lines that say which channels are notified of a job, a study or a group, and which notices have
/// not arrived.
public final class NoticeLines {
  private NoticeLines() {}

  public static List<String> of(JsonNode work) {
    return work.path("tells").isEmpty()
        ? List.of()
        : List.of(PlainText.line("tells " + Remote.joined(work.path("tells"))));
  }

  /// The notices about one that have not arrived.
  ///
  /// @param kind `job`, `study` or `group`
  public static List<String> undelivered(ServerClient client, String kind, JsonNode work)
      throws CommandException, InterruptedException {
    if (work.path("tells").isEmpty()) {
      return List.of();
    }
    String id = ServerClient.segment(work.path("id").asString(""));
    return client
        .get("/notices?kind=" + kind + "&id=" + id)
        .path("notices")
        .valueStream()
        .map(NoticeLines::undelivered)
        .toList();
  }

  /// A notice that has not arrived.
  public static String undelivered(JsonNode notice) {
    String at = RemoteJob.toTheSecond(notice, "at");
    int tries = notice.path("tries").asInt(0);
    String often = tries == 1 ? "1 try" : tries + " tries";
    return PlainText.line(
        "the notice of "
            + notice.path("event").asString("")
            + " to "
            + notice.path("channel").asString("")
            + " has not arrived: "
            + notice.path("cause").asString("")
            + (notice.path("givenUp").asBoolean(false)
                ? "; given up at " + at + " after " + often
                : "; " + often + ", next at " + at));
  }
}
