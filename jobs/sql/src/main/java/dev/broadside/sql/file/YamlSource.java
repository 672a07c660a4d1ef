package dev.broadside.sql.file;

import dev.broadside.core.param.Problem;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/// A YAML text whose values know their places.
///
/// @param name of the file, for sentences
/// @param lines of the text
record YamlSource(String name, List<String> lines) {
  private static final int MAX_LENGTH = 1 << 20;

  /// The most lists and maps within one another. Readers are recursive, and need a few stack frames
  /// for each level.
  private static final int DEEPEST = 100;

  YamlSource {
    lines = List.copyOf(lines);
  }

  /// Reads a text.
  ///
  /// @param problems syntax errors are added here
  static Optional<YamlNode> read(String name, String text, List<Problem> problems) {
    YamlSource source = new YamlSource(name, text.lines().toList());
    if (text.length() > MAX_LENGTH) {
      problems.add(
          Problem.wrong("file " + name, "it has more than 1 MiB", "move rows to CSV files"));
      return Optional.empty();
    }
    try {
      LoadSettings settings = LoadSettings.builder().setLabel(name).build();
      Optional<Problem> tooDeep = source.tooDeep(new Parse(settings).parseString(text));
      if (tooDeep.isPresent()) {
        problems.add(tooDeep.get());
        return Optional.empty();
      }
      Optional<Node> root = new Compose(settings).composeString(text);
      if (root.isEmpty()) {
        problems.add(Problem.wrong("file " + name, "it is empty", "begin it with job-class: NAME"));
      }
      return root.map(node -> new YamlNode(source, node, 0));
    } catch (MarkedYamlEngineException e) {
      String where = e.getProblemMark().map(source::place).orElse("file " + name);
      problems.add(
          Problem.wrong(where, "it is not valid YAML (" + e.getProblem() + ")", "mend that line"));
    } catch (ReaderException e) {
      // There is no other of them before it.
      String before = text.substring(0, Math.max(0, text.indexOf(e.getCodePoint())));
      int column = before.length() - before.lastIndexOf('\n') - 1;
      int line = (int) before.chars().filter(c -> c == '\n').count();
      problems.add(
          Problem.wrong(
              source.place(line, column),
              "it holds " + character(e.getCodePoint()),
              "take that out"));
    } catch (YamlEngineException e) {
      String cause = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      problems.add(
          Problem.wrong("file " + name, "it is not valid YAML (" + cause + ")", "mend it"));
    }
    return Optional.empty();
  }

  private Optional<Problem> tooDeep(Iterable<Event> events) {
    int depth = 0;
    for (Event event : events) {
      depth +=
          switch (event) {
            case CollectionStartEvent _ -> 1;
            case CollectionEndEvent _ -> -1;
            default -> 0;
          };
      if (depth > DEEPEST) {
        return Optional.of(
            Problem.wrong(
                event.getStartMark().map(this::place).orElse("file " + name),
                "it is nested too deeply",
                "make it flatter"));
      }
    }
    return Optional.empty();
  }

  /// A character that cannot be shown, in words.
  static String character(int c) {
    return "the character U+%04X".formatted(c);
  }

  private String place(Mark mark) {
    return place(mark.getLine(), mark.getColumn());
  }

  /// @param line from 0
  String line(int line) {
    return "%s line %d".formatted(name, line + 1);
  }

  /// @param line from 0
  /// @param column from 0
  String place(int line, int column) {
    return "file %s, line %d, column %d".formatted(name, line + 1, column + 1);
  }

  /// The place of a character of a text block whose first line begins below a mark.
  ///
  /// @param line of the mark
  /// @param text of the block
  String placeInBlock(int line, String text, int offset) {
    int row = (int) text.substring(0, offset).chars().filter(c -> c == '\n').count();
    int begin = text.lastIndexOf('\n', Math.max(0, offset - 1)) + 1;
    int at = Math.min(lines.size() - 1, line + 1 + row);
    String content = text.substring(begin).lines().findFirst().orElse("");
    int indent = Math.max(0, lines.get(at).indexOf(content));
    return place(at, indent + Math.max(0, offset - begin));
  }
}
