package dev.broadside.core.report.html;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A table. For one thread.
final class Grid {
  private final List<String> heads;
  private final List<Tag> rows = new ArrayList<>();

  /// @param heads the columns; those of numbers begin with `#`
  Grid(List<String> heads) {
    this.heads = List.copyOf(heads);
  }

  Grid(String... heads) {
    this(Arrays.asList(heads));
  }

  Grid row(String... cells) {
    return row(Arrays.stream(cells).map(cell -> Tag.of("span").text(cell)).toList());
  }

  Grid row(List<Tag> cells) {
    Tag row = Tag.of("tr");
    for (int i = 0; i < cells.size(); i++) {
      row.add(cell(i == 0 ? "th" : "td", i).add(cells.get(i)));
    }
    rows.add(row);
    return this;
  }

  private Tag cell(String name, int column) {
    Tag cell = Tag.of(name);
    return heads.get(column).startsWith("#") ? cell.at("class", "number") : cell;
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  int size() {
    return rows.size();
  }

  /// The table, in a box that can be scrolled where the screen is narrow.
  Tag tag() {
    Tag head = Tag.of("tr");
    for (int i = 0; i < heads.size(); i++) {
      head.add(cell("th", i).text(heads.get(i).replaceFirst("^#", "")));
    }
    return Tag.of("div")
        .at("class", "scroll")
        .at("tabindex", 0)
        .add(Tag.of("table").add(Tag.of("thead").add(head)).add(Tag.of("tbody").add(rows)));
  }
}
