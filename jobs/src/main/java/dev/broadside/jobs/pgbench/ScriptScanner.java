package dev.broadside.jobs.pgbench;

import dev.broadside.core.param.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Splits a script into its commands: statements, which end with a semicolon or before a backslash,
/// and lines that begin with a backslash; a backslash at their end continues them.
final class ScriptScanner {
  /// Pieces in which a semicolon or a backslash has no meaning.
  private static final String WHOLE =
      "[eE]'(?:[^'\\\\]|\\\\.|'')*+'|'(?:[^']|'')*+'|\"[^\"]*+\"|`[^`]*+`"
          + "|\\$(?<tag>\\w*+)\\$(?s:.)*?\\$\\k<tag>\\$|\\w++";

  private static final Pattern PIECE =
      Pattern.compile(
          "(?<blank>\\s++|--[^\\n]*+|/\\*(?s:.)*?\\*/)|(?<whole>"
              + WHOLE
              + ")|(?<end>;)|(?<joined>\\\\;)|(?<meta>\\\\(?<word>\\w*+)(?<rest>(?:\\\\\\r?\\n|[^\\n])*+))"
              + "|(?<other>(?s:.))");

  private final ScriptText script;
  private final List<Problem> problems;
  private final List<ScriptCommand> commands = new ArrayList<>();
  private int begin = -1;
  private int depth;

  private ScriptScanner(ScriptText script, List<Problem> problems) {
    this.script = script;
    this.problems = problems;
  }

  /// @param problems everything that is wrong is added here
  static List<ScriptCommand> scan(ScriptText script, List<Problem> problems) {
    ScriptScanner scanner = new ScriptScanner(script, problems);
    scanner.scan();
    return scanner.commands;
  }

  private void scan() {
    Matcher piece = PIECE.matcher(script.text());
    while (piece.find()) {
      if (piece.group("meta") != null) {
        endStatement(piece.start());
        meta(piece);
      } else if (piece.group("joined") != null) {
        problems.add(
            script.problem(
                piece.start(),
                "\\; joins statements, which JDBC sends one by one",
                "end each with a semicolon alone"));
      } else if (piece.group("end") != null && depth == 0) {
        endStatement(piece.start());
      } else if (piece.group("blank") == null) {
        begin = begin < 0 ? piece.start() : begin;
        depth = Math.max(0, depth + nesting(piece.group()));
      }
    }
    endStatement(script.text().length());
  }

  private static int nesting(String piece) {
    return switch (piece) {
      case "(" -> 1;
      case ")" -> -1;
      default -> 0;
    };
  }

  private void endStatement(int end) {
    if (begin >= 0) {
      commands.add(new ScriptCommand.Sql(begin, script.text().substring(begin, end).strip()));
    }
    begin = -1;
    depth = 0;
  }

  private void meta(Matcher piece) {
    // Keeps the number of characters, so that offsets stay right.
    String rest = piece.group("rest").replaceAll("\\\\\\r?\\n", "  ");
    int blanks = rest.length() - rest.stripLeading().length();
    commands.add(
        new ScriptCommand.Meta(
            piece.start(), piece.group("word"), rest.strip(), piece.start("rest") + blanks));
  }
}
