package dev.broadside.cli.group;

import dev.broadside.cli.remote.NoticeLines;
import dev.broadside.cli.remote.RemoteJob;
import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import dev.broadside.cli.term.Terminal;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Spans;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// A group in lines.
final class GroupText {
  private GroupText() {}

  /// A group and its members.
  static List<String> lines(JsonNode group, Terminal terminal) {
    List<String> lines = new ArrayList<>(List.of(head(group)));
    String repeats = group.path("repeats").asString("");
    if (!repeats.isEmpty()) {
      lines.add(PlainText.line("repeats " + repeats));
    }
    lines.addAll(NoticeLines.of(group));
    Table table =
        new Table(
            Column.words("member"),
            Column.words("state"),
            Column.words("runs as"),
            Column.words("after").unlessNarrow(2),
            Column.numbers("tps").unlessNarrow(3),
            Column.words("reason").unlessNarrow(1));
    for (JsonNode node : group.path("members")) {
      RemoteJob member = new RemoteJob(node);
      table.row(
          member.text("name"),
          state(node),
          member.text("begun"),
          after(node),
          member.throughput(),
          member.reason());
    }
    lines.addAll(table.lines(terminal.columns()));
    return lines;
  }

  static String head(JsonNode group) {
    String reason = group.path("reason").asString("");
    return PlainText.line(
        group.path("id").asString("")
            + "  "
            + group.path("name").asString("")
            + "  "
            + group.path("state").asString("")
            + (reason.isEmpty() ? "" : ": " + reason));
  }

  /// The state of a member; while it goes on, that of its job or study.
  static String state(JsonNode member) {
    return member.path("progress").asString(member.path("state").asString(""));
  }

  static String after(JsonNode member) {
    return member
        .path("after")
        .valueStream()
        .map(one -> {
          String on = one.path("on").asString("");
          String name = one.path("member").asString("");
          return on.equals("success") ? name : name + " (" + on + ")";
        })
        .collect(Collectors.joining(", "));
  }

  /// The outlook on a group that is not submitted.
  static List<String> outlook(JsonNode outlook, Terminal terminal) {
    Table table =
        new Table(
            Column.words("member"),
            Column.words("kind"),
            Column.words("job class"),
            Column.words("target").unlessNarrow(2),
            Column.words("after"),
            Column.words("one run takes").unlessNarrow(1));
    for (JsonNode member : outlook.path("members")) {
      long millis = Math.round(1_000 * member.path("plannedSeconds").asDouble(0));
      table.row(
          member.path("name").asString(""),
          member.path("kind").asString(""),
          member.path("document").path("jobClass").asString(""),
          member.path("document").path("target").asString(""),
          after(member),
          Spans.format(Duration.ofMillis(millis)));
    }
    List<String> lines = new ArrayList<>(table.lines(terminal.columns()));
    lines.add("Nothing was submitted.");
    return lines;
  }
}
