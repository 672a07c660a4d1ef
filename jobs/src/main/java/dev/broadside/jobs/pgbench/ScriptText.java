package dev.broadside.jobs.pgbench;

import dev.broadside.core.param.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The text of one script.
///
/// @param name the file, or the name of a built-in script
/// @param weight how often it is drawn, against the others
record ScriptText(String name, long weight, String text) {
  /// Stands before the text of each file in the value of a parameter that takes files.
  private static final Pattern HEADER = Pattern.compile("(?m)^\\\\file (.*)\\R?");

  private static final Pattern WEIGHTED = Pattern.compile("(.*)@(\\d{1,9})");

  /// The scripts of a parameter that takes files; a text before the first header is a script
  /// without a name.
  static List<ScriptText> ofFiles(String value) {
    List<ScriptText> scripts = new ArrayList<>();
    Matcher header = HEADER.matcher(value);
    String name = "script";
    int begin = 0;
    while (header.find()) {
      add(name, value.substring(begin, header.start()), scripts);
      name = header.group(1).strip();
      begin = header.end();
    }
    add(name, value.substring(begin), scripts);
    return scripts;
  }

  private static void add(String name, String text, List<ScriptText> scripts) {
    if (!text.isBlank()) {
      Matcher weighted = WEIGHTED.matcher(name);
      scripts.add(
          weighted.matches()
              ? new ScriptText(weighted.group(1), Long.parseLong(weighted.group(2)), text)
              : new ScriptText(name, 1, text));
    }
  }

  String place(int offset) {
    int end = Math.min(offset, text.length());
    String before = text.substring(0, end);
    long line = before.chars().filter(c -> c == '\n').count() + 1;
    int column = end - before.lastIndexOf('\n');
    return "script %s, line %d, column %d".formatted(name, line, column);
  }

  Problem problem(int offset, String what, String mend) {
    return Problem.wrong(place(offset), what, mend);
  }
}
