package dev.broadside.cli.run;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.InputFile;
import dev.broadside.core.pace.Rate;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A rate that was recorded elsewhere: lines of seconds and rate, apart by a comma, a semicolon or
/// blanks. Empty lines and lines that begin with `#` are left out.
final class TraceFile {
  private static final int SHOWN = 60;

  private TraceFile() {}

  /// Puts the points of traces in the place of the names of their files.
  ///
  /// @param document anything that may hold `rate: {trace: FILE}`
  /// @param beside the file that holds it
  static void putInto(JsonNode document, Path beside) throws CommandException {
    if (document.get("rate") instanceof ObjectNode rate && rate.path("trace").isString()) {
      rate.set("trace", read(beside.resolveSibling(rate.path("trace").asString())));
    }
    for (JsonNode within : document) {
      putInto(within, beside);
    }
  }

  /// The points as `[[seconds, rate], ...]`.
  private static ArrayNode read(Path file) throws CommandException {
    ArrayNode points = JsonNodeFactory.instance.arrayNode();
    List<String> lines = lines(file);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        points.add(point(file, i + 1, line));
      }
    }
    return points;
  }

  private static List<String> lines(Path file) throws CommandException {
    String most = "give at most " + Rate.MAX_POINTS + " points";
    return InputFile.text(file, 100L * Rate.MAX_POINTS, "it is too large for a trace", most)
        .lines()
        .toList();
  }

  private static ArrayNode point(Path file, int number, String line) throws CommandException {
    String[] parts = line.split("[,;\\s]+", -1);
    try {
      if (parts.length == 2) {
        return JsonNodeFactory.instance
            .arrayNode()
            .add(Double.parseDouble(parts[0]))
            .add(Double.parseDouble(parts[1]));
      }
    } catch (NumberFormatException _) {
      // Told below, as any other line that is none of ours.
    }
    throw new CommandException(
        Problem.wrong(
            "file " + file + ", line " + number,
            '"' + PlainText.line(line, SHOWN) + "\" is no point of a trace",
            "write seconds and rate, such as 60,250"));
  }
}
