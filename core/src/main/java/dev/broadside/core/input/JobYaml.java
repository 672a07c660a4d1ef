package dev.broadside.core.input;

import dev.broadside.core.param.Problem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLParser;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/// A [JobDocument] as YAML (JSON is YAML, too), and the place of each of its values in the text.
///
/// The input is bounded: 1 MiB, 32 levels, one document, each name once, and no aliases, since with
/// aliases a few lines can expand to billions. A plain value keeps its text, so that `0123` and
/// `1_000` are what the user wrote.
///
/// @param root the document
/// @param places `line 3, column 10` by JSON pointer
public record JobYaml(JsonNode root, Map<String, String> places) {
  private static final int MAX_LENGTH = 1 << 20;
  private static final int MAX_DEPTH = 32;

  /// The place where something began, such as a key or a bracket, and the place where the error was
  /// found. For a block the second helps the user, for all else the first.
  private static final Pattern MARK =
      Pattern.compile("(?m)^(\\S.*)\\R in reader, (line \\d+, column \\d+)");

  /// The first line that is indented by a tab.
  private static final Pattern TAB = Pattern.compile("(?m)^ *\t");

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /// Reads a text.
  ///
  /// @param problems takes the problem if the text cannot be read; its place is a line and a column
  public static Optional<JobYaml> read(String text, List<Problem> problems) {
    if (text.length() > MAX_LENGTH) {
      problems.add(
          Problem.wrong("text", "it has more than 1 MiB", "move traces to files of their own"));
      return Optional.empty();
    }
    try (YAMLParser parser = (YAMLParser) mapper().createParser(text)) {
      Walk walk = new Walk(parser, new HashMap<>());
      parser.nextToken();
      JsonNode root = walk.value("", 0);
      if (parser.nextToken() != null) {
        throw walk.refuse("a second document begins", "put it into a text of its own");
      }
      return Optional.of(new JobYaml(root, walk.places));
    } catch (Refused e) {
      problems.add(e.problem);
    } catch (JacksonException e) {
      problems.add(unreadable(text, e));
    }
    return Optional.empty();
  }

  private static Problem unreadable(String text, JacksonException e) {
    Matcher tab = TAB.matcher(text);
    if (e.getOriginalMessage().contains("(TAB)") && tab.find()) {
      long line = 1 + text.substring(0, tab.end()).chars().filter(c -> c == '\n').count();
      return Problem.wrong(
          "line " + line,
          "it is indented by a tab, which YAML does not take",
          "indent with spaces");
    }
    List<MatchResult> marks = MARK.matcher(e.getOriginalMessage()).results().toList();
    if (marks.isEmpty()) {
      TokenStreamLocation at = e.getLocation();
      String cause = e.getOriginalMessage().lines().findFirst().orElse("");
      return unreadable(at == null ? "text" : place(at), cause);
    }
    MatchResult problem = marks.getLast();
    MatchResult begun = marks.getFirst();
    boolean block = begun.group(1).contains(" a block ");
    return unreadable((block ? problem : begun).group(2), problem.group(1));
  }

  private static Problem unreadable(String where, String cause) {
    return Problem.wrong(
        where, "it is neither YAML nor JSON (" + JsonFields.shown(cause) + ")", "mend that line");
  }

  /// Turns a problem's place from a JSON pointer into words that start with its line: `line 3,
  /// column 10, members 2, after`.
  public Problem placed(Problem problem) {
    String where =
        said(places, problem.where())
            .map(at -> places.get(at) + ", " + words(problem.where()))
            .orElse(problem.where());
    return new Problem(problem.kind(), where, problem.what(), problem.mend());
  }

  /// The place of a pointer, or of the nearest pointer above it that has a known place.
  public static Optional<String> said(Map<String, String> places, String pointer) {
    String at = pointer;
    while (at.startsWith("/") && !places.containsKey(at)) {
      at = at.substring(0, at.lastIndexOf('/'));
    }
    return Optional.of(at).filter(places::containsKey);
  }

  /// `phases 2, duration` for `/phases/1/duration`.
  public static String words(String pointer) {
    StringBuilder words = new StringBuilder();
    for (String part : pointer.substring(1).split("/")) {
      boolean index = part.matches("\\d{1,6}");
      words.append(words.isEmpty() ? "" : index ? " " : ", ");
      words.append(index ? "" + (Integer.parseInt(part) + 1) : part);
    }
    return words.toString();
  }

  /// Writes a document.
  public static String write(JsonNode document) {
    return mapper().writeValueAsString(plain(document));
  }

  private static YAMLMapper mapper() {
    return new YAMLMapper(
        YAMLFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER, YAMLWriteFeature.SPLIT_LINES)
            .enable(
                YAMLWriteFeature.MINIMIZE_QUOTES, YAMLWriteFeature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .build());
  }

  /// The document with numbers in place of texts of digits, so that they are written without
  /// quotes.
  private static JsonNode plain(JsonNode node) {
    return switch (node) {
      case ObjectNode object -> {
        ObjectNode copy = NODES.objectNode();
        object.forEachEntry((name, value) -> copy.set(name, plain(value)));
        yield copy;
      }
      case ArrayNode array -> {
        ArrayNode copy = NODES.arrayNode();
        array.forEach(value -> copy.add(plain(value)));
        yield copy;
      }
      default -> node.isString() ? scalar(node.asString()) : node;
    };
  }

  /// A plain text as a JSON value: a number only if it is written like a number.
  private static JsonNode scalar(String text) {
    return switch (text) {
      case "true", "false" -> NODES.booleanNode(text.equals("true"));
      case String whole when whole.matches("0|-?[1-9]\\d{0,14}") ->
          NODES.numberNode(Long.parseLong(whole));
      case String number
          when number.matches("-?\\d{1,15}\\.\\d{1,15}")
              && Double.toString(Double.parseDouble(number)).equals(number) ->
          NODES.numberNode(Double.parseDouble(number));
      default -> NODES.stringNode(text);
    };
  }

  private static String place(TokenStreamLocation at) {
    return "line " + at.getLineNr() + ", column " + at.getColumnNr();
  }

  /// Goes through the tokens of one document.
  private record Walk(YAMLParser parser, Map<String, String> places) {
    JsonNode value(String pointer, int depth) {
      places.put(pointer, place(parser.currentTokenLocation()));
      if (parser.isCurrentAlias()) {
        throw refuse("it is an alias", "write the value itself");
      }
      if (depth > MAX_DEPTH) {
        throw refuse("it is too deep", "use at most " + MAX_DEPTH + " levels");
      }
      return switch (parser.currentToken()) {
        case START_OBJECT -> object(pointer, depth);
        case START_ARRAY -> array(pointer, depth);
        case VALUE_STRING -> NODES.stringNode(parser.getString());
        case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE ->
            scalar(parser.getString());
        case null, default -> NODES.nullNode();
      };
    }

    private ObjectNode object(String pointer, int depth) {
      ObjectNode object = NODES.objectNode();
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String name = parser.currentName();
        if (object.has(name)) {
          throw refuse(JsonFields.shown(name) + " stands there twice", "give it once");
        }
        String below = pointer + "/" + name.replace("~", "~0").replace("/", "~1");
        parser.nextToken();
        object.set(name, value(below, depth + 1));
      }
      return object;
    }

    private ArrayNode array(String pointer, int depth) {
      ArrayNode array = NODES.arrayNode();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        array.add(value(pointer + "/" + array.size(), depth + 1));
      }
      return array;
    }

    Refused refuse(String what, String mend) {
      return new Refused(Problem.wrong(place(parser.currentTokenLocation()), what, mend));
    }
  }

  /// Ends the walk.
  private static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final transient Problem problem;

    Refused(Problem problem) {
      super(problem.sentence(), null, false, false);
      this.problem = problem;
    }
  }
}
