package dev.broadside.core.report.html;

import dev.broadside.core.group.GroupPlan.Condition;
import dev.broadside.core.group.GroupPlan.Dependency;
import dev.broadside.core.group.GroupPlan.Kind;
import dev.broadside.core.group.GroupPlan.Member;
import dev.broadside.core.group.JobGroup;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The members of a group as inline SVG, each right of all that it waits for. For one thread.
final class GroupDrawing {
  private static final int WIDTH = 168;
  private static final int HEIGHT = 52;
  private static final int ACROSS = 232;
  private static final int DOWN = 72;
  private static final int EDGE = 6;
  private static final int LONGEST = 20;

  private final JobGroup group;
  private final Map<String, Place> places = new HashMap<>();

  /// A corner of a box, in pixels, counted in boxes.
  private record Place(int column, int row) {
    int x() {
      return EDGE + column * ACROSS;
    }

    int y() {
      return EDGE + row * DOWN;
    }
  }

  GroupDrawing(JobGroup group) {
    this.group = group;
    Map<String, Integer> columns = columns();
    int last = columns.values().stream().max(Integer::compare).orElse(0);
    for (int column = 0; column <= last; column++) {
      int here = column;
      List<Member> inColumn =
          group.plan().members().stream()
              .filter(member -> columns.getOrDefault(member.name(), 0) == here)
              .sorted(Comparator.comparingDouble(this::near))
              .toList();
      for (int row = 0; row < inColumn.size(); row++) {
        places.put(inColumn.get(row).name(), new Place(column, row));
      }
    }
  }

  /// Members stand in any order, so that a column may be known only in a later round; there are at
  /// most as many rounds as members, since nobody waits in a circle.
  private Map<String, Integer> columns() {
    Map<String, Integer> columns = new HashMap<>();
    boolean moved = true;
    while (moved) {
      moved = false;
      for (Member member : group.plan().members()) {
        int column =
            member.after().stream()
                .mapToInt(one -> columns.getOrDefault(one.member(), 0) + 1)
                .max()
                .orElse(0);
        moved |= !Integer.valueOf(column).equals(columns.put(member.name(), column));
      }
    }
    return columns;
  }

  /// The mean row of those that a member waits for.
  private double near(Member member) {
    return member.after().stream().mapToInt(one -> place(one.member()).row()).average().orElse(0);
  }

  private Place place(String member) {
    return places.getOrDefault(member, new Place(0, 0));
  }

  /// The drawing, in a box that can be scrolled.
  Tag tag() {
    int width = places.values().stream().mapToInt(Place::x).max().orElse(0) + WIDTH + EDGE;
    int height = places.values().stream().mapToInt(Place::y).max().orElse(0) + HEIGHT + EDGE;
    Tag svg =
        Tag.of("svg")
            .at("class", "group")
            .at("role", "img")
            .at("aria-label", "Graph of the members; the table below says the same")
            .at("width", width)
            .at("height", height)
            .at("viewBox", "0 0 " + width + " " + height);
    for (Member member : group.plan().members()) {
      member.after().forEach(one -> svg.add(edge(one, place(member.name()))));
    }
    group.plan().members().forEach(member -> svg.add(node(member)));
    return Tag.of("div").at("class", "scroll").at("tabindex", 0).add(svg);
  }

  private Tag edge(Dependency one, Place to) {
    int x1 = place(one.member()).x() + WIDTH;
    int y1 = place(one.member()).y() + HEIGHT / 2;
    int x2 = to.x() - 1;
    int y2 = to.y() + HEIGHT / 2;
    int bend = Math.min(40, (x2 - x1) / 2);
    String line =
        "M%d %dC%d %d %d %d %d %d".formatted(x1, y1, x1 + bend, y1, x2 - 7 - bend, y2, x2 - 7, y2);
    String tip = "M%d %dl-8 -4v8z".formatted(x2, y2);
    Tag edge =
        Tag.of("g")
            .at("class", "edge " + one.on().word())
            .add(Tag.of("path").at("d", line), Tag.of("path").at("class", "tip").at("d", tip));
    return one.on() == Condition.SUCCESS
        ? edge
        : edge.add(
            Tag.of("text").at("x", (x1 + x2) / 2).at("y", (y1 + y2) / 2 - 5).text(one.on().word()));
  }

  private Tag node(Member member) {
    String state = group.of(member.name()).word();
    String kind = member.kind() == Kind.STUDY ? " · study" : "";
    String name = member.name();
    String shown = name.length() > LONGEST ? name.substring(0, LONGEST - 1) + "…" : name;
    return Tag.of("g")
        .at("class", "node " + state)
        .at("transform", "translate(%d %d)".formatted(place(name).x(), place(name).y()))
        .add(
            Tag.of("title").text(name + ", " + state),
            Tag.of("rect").at("width", WIDTH).at("height", HEIGHT).at("rx", 4),
            Tag.of("text", "name", shown).at("x", 11).at("y", 21),
            Tag.of("text", "state", state + kind).at("x", 11).at("y", 40));
  }
}
