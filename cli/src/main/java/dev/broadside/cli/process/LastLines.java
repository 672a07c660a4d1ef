package dev.broadside.cli.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What a program wrote last, for a sentence about its end.
public final class LastLines {
  private static final int SHOWN = 5;

  private LastLines() {}

  /// The last lines of a log in one line, or why there are none. If a database marks lines as
  /// errors, only those: its scripts end with advice where to ask for help.
  public static String of(Path log) {
    try {
      List<String> all = Files.readAllLines(log, StandardCharsets.UTF_8);
      // That a database gives up is no reason.
      List<String> errors =
          all.stream()
              .filter(line -> line.contains("[ERROR]") && !line.endsWith("[ERROR] Aborting"))
              .toList();
      List<String> lines = errors.isEmpty() ? all : errors;
      return String.join(" / ", lines.subList(Math.max(0, lines.size() - SHOWN), lines.size()));
    } catch (IOException e) {
      return "its log cannot be read (" + e.getMessage() + ")";
    }
  }
}
