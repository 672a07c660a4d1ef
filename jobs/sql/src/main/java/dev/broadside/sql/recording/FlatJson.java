package dev.broadside.sql.recording;

import java.text.ParseException;
import java.util.LinkedHashMap;
import java.util.Map;

/// JSON objects whose values are texts, numbers, truth values or null, one in a line: packs have no
/// JSON library. For one line.
final class FlatJson {
  private static final String SPECIAL = "\"\\/bfnrt";
  private static final String MEANT = "\"\\/\b\f\n\r\t";

  private final String line;
  private int at;

  private FlatJson(String line) {
    this.line = line;
  }

  static void write(String text, StringBuilder to) {
    to.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int special = c == '/' ? -1 : MEANT.indexOf(c);
      if (special >= 0) {
        to.append('\\').append(SPECIAL.charAt(special));
      } else if (c < ' ' || Character.isSurrogate(c) || c == '\u2028' || c == '\u2029') {
        to.append("\\u%04x".formatted((int) c));
      } else {
        to.append(c);
      }
    }
    to.append('"');
  }

  /// The values by name, as texts; null is left out.
  ///
  /// @throws ParseException if it is no such object
  static Map<String, String> read(String line) throws ParseException {
    return new FlatJson(line).object();
  }

  private Map<String, String> object() throws ParseException {
    Map<String, String> fields = new LinkedHashMap<>();
    expect('{');
    boolean more = next() != '}';
    while (more) {
      String name = text();
      expect(':');
      boolean quoted = next() == '"';
      String value = quoted ? text() : bare();
      if (quoted || !value.equals("null")) {
        fields.put(name, value);
      }
      more = next() == ',';
      at += more ? 1 : 0;
    }
    expect('}');
    if (next() != 0) {
      throw wrong("something follows its end");
    }
    return fields;
  }

  /// The next sign that is no blank, which is not taken; 0 at the end.
  private char next() {
    while (at < line.length() && line.charAt(at) <= ' ') {
      at++;
    }
    return at < line.length() ? line.charAt(at) : 0;
  }

  private void expect(char sign) throws ParseException {
    if (next() != sign) {
      throw wrong("\"" + sign + "\" is missing");
    }
    at++;
  }

  private String bare() throws ParseException {
    int from = at;
    while (at < line.length() && ",} \t".indexOf(line.charAt(at)) < 0) {
      at++;
    }
    String word = line.substring(from, at);
    if (!word.matches("-?\\d{1,30}(\\.\\d{1,30})?([eE][-+]?\\d{1,3})?|true|false|null")) {
      throw wrong("a value is neither a text nor a number");
    }
    return word;
  }

  private String text() throws ParseException {
    expect('"');
    StringBuilder text = new StringBuilder();
    while (at < line.length() && line.charAt(at) != '"') {
      char c = line.charAt(at++);
      text.append(c == '\\' ? escaped() : c);
    }
    expect('"');
    return text.toString();
  }

  private char escaped() throws ParseException {
    char c = at < line.length() ? line.charAt(at++) : 0;
    if (c != 'u') {
      int special = SPECIAL.indexOf(c);
      if (special < 0) {
        throw wrong("a backslash stands before no letter that it may stand before");
      }
      return MEANT.charAt(special);
    }
    at += 4;
    try {
      return (char) Integer.parseInt(line, at - 4, at, 16);
    } catch (IndexOutOfBoundsException | NumberFormatException _) {
      throw wrong("\\u stands before no four hexadecimal digits");
    }
  }

  private ParseException wrong(String what) {
    return new ParseException(what, at);
  }
}
