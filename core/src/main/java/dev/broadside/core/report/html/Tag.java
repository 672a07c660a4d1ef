package dev.broadside.core.report.html;

import dev.broadside.core.param.PlainText;
import java.util.Collection;
import java.util.List;

/// An element of HTML or SVG. All text in it is data: escaped, without characters that are not
/// seen, and bounded. For one thread.
final class Tag {
  private static final int LONGEST = 4_000;
  private static final int LONGEST_LINES = 200_000;

  private final String name;
  private final StringBuilder attributes = new StringBuilder();
  private final StringBuilder inside = new StringBuilder();

  private Tag(String name) {
    this.name = name;
  }

  /// An element.
  ///
  /// @param name a word of ours, never data
  static Tag of(String name) {
    return new Tag(name);
  }

  /// An element of a class of the style sheet, with text in it.
  static Tag of(String name, String style, String text) {
    return of(name).at("class", style).text(text);
  }

  /// @param attribute a word of ours, never data
  Tag at(String attribute, Object value) {
    attributes.append(' ').append(attribute).append("=\"").append(escaped("" + value)).append('"');
    return this;
  }

  Tag text(String text) {
    inside.append(escaped(PlainText.line(text, LONGEST)));
    return this;
  }

  /// Text with its line breaks.
  Tag lines(String text) {
    inside.append(escaped(PlainText.lines(text, LONGEST_LINES)));
    return this;
  }

  Tag add(Tag... children) {
    return add(List.of(children));
  }

  Tag add(Collection<Tag> children) {
    children.forEach(inside::append);
    return this;
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  @Override
  public String toString() {
    return "<" + name + attributes + ">" + inside + "</" + name + ">";
  }
}
