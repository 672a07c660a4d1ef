package dev.broadside.cli.remote;

import dev.broadside.core.param.PlainText;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Who is told of a job, a study or a group, and what could not be told, in lines.
public final class TellingLines {
  private TellingLines() {}

  public static List<String> of(JsonNode work) {
    List<String> lines = new ArrayList<>();
    if (!work.path("tells").isEmpty()) {
      lines.add(PlainText.line("tells " + ListCommand.joined(work.path("tells"))));
    }
    work.path("undelivered").forEach(why -> lines.add(PlainText.line(why.asString(""))));
    return lines;
  }
}
