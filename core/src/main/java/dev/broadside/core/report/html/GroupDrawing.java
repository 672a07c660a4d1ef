package dev.broadside.core.report.html;

import dev.broadside.core.report.section.Block.Graph;
import dev.broadside.core.report.section.Block.Graph.Edge;
import dev.broadside.core.report.section.Block.Graph.Node;
import dev.broadside.core.report.section.Block.Graph.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The members of a group as inline SVG, each to the right of all that it waits for. For one
/// thread.
final class GroupDrawing {
  private static final int WIDTH = 168;
  private static final int HEIGHT = 52;
  private static final int ACROSS = 232;
  private static final int DOWN = 72;
  private static final int EDGE = 6;
  private static final int LONGEST = 20;

  /// The distance of a lane's line below the beginning of its row, so that boxes above and below
  /// are equally far away.
  private static final int LANE_LINE = 4;

  private final Graph graph;
  private final Map<String, Place> places;

  GroupDrawing(Graph graph) {
    this.graph = graph;
    this.places = graph.nodes().stream().collect(Collectors.toMap(Node::name, Node::at));
  }

  private static int x(Place place) {
    return EDGE + place.column() * ACROSS;
  }

  private static int y(Place place) {
    return EDGE + (int) Math.round(place.row() * DOWN);
  }

  /// The drawing, in a box that can be scrolled.
  Tag tag() {
    int width = most(places.values().stream().mapToInt(box -> x(box) + WIDTH));
    int boxes = most(places.values().stream().mapToInt(box -> y(box) + HEIGHT));
    int height = Math.max(boxes, most(lanes().mapToInt(GroupDrawing::line)));
    Tag svg =
        Tag.of("svg")
            .at("class", "group")
            .at("role", "img")
            .at("aria-label", "Graph of the members; the table below says the same")
            .at("width", width)
            .at("height", height)
            .at("viewBox", "0 0 " + width + " " + height);
    // Conditions stand above all edges, so that none crosses one.
    List<Tag> conditions = new ArrayList<>();
    graph.edges().forEach(one -> svg.add(edge(one, conditions)));
    svg.add(conditions);
    graph.nodes().forEach(one -> svg.add(node(one)));
    return Tag.of("div").at("class", "scroll").at("tabindex", 0).add(svg);
  }

  private Stream<Place> lanes() {
    return graph.edges().stream().flatMap(edge -> edge.past().stream());
  }

  private static int most(IntStream ends) {
    return ends.max().orElse(0) + EDGE;
  }

  /// The height at which an edge passes a column.
  private static int line(Place lane) {
    return y(lane) + LANE_LINE;
  }

  private Place place(String member) {
    return places.getOrDefault(member, new Place(0, 0));
  }

  /// @param conditions takes the condition of the edge, unless it is the usual one
  private Tag edge(Edge one, List<Tag> conditions) {
    Place to = place(one.to());
    int x = x(place(one.from())) + WIDTH;
    int y = y(place(one.from())) + HEIGHT / 2;
    StringBuilder line = new StringBuilder("M%d %d".formatted(x, y));
    for (Place lane : one.past()) {
      line.append(curve(x, y, x(lane), line(lane))).append("H").append(x(lane) + WIDTH);
      x = x(lane) + WIDTH;
      y = line(lane);
    }
    int tipX = x(to) - 1;
    int tipY = y(to) + HEIGHT / 2;
    String tip = "M%d %dl-8 -4v8z".formatted(tipX, tipY);
    line.append(curve(x, y, tipX - 7, tipY));
    if (!one.on().equals("success")) {
      conditions.add(
          Tag.of("text")
              .at("class", "condition")
              .at("x", (x + tipX) / 2)
              .at("y", (y + tipY) / 2 - 5)
              .text(one.on()));
    }
    return Tag.of("g")
        .at("class", "edge " + one.on())
        .add(
            Tag.of("path").at("d", line.toString()),
            Tag.of("path").at("class", "tip").at("d", tip));
  }

  private static String curve(int x1, int y1, int x2, int y2) {
    int bend = Math.min(40, (x2 - x1) / 2);
    return "C%d %d %d %d %d %d".formatted(x1 + bend, y1, x2 - bend, y2, x2, y2);
  }

  private Tag node(Node member) {
    String state = member.state();
    String kind = member.kind().equals("study") ? " · study" : "";
    String name = member.name();
    Place at = member.at();
    String shown = name.length() > LONGEST ? name.substring(0, LONGEST - 1) + "…" : name;
    return Tag.of("g")
        .at("class", "node " + state)
        .at("transform", "translate(%d %d)".formatted(x(at), y(at)))
        .add(
            Tag.of("title").text(name + ", " + state),
            Tag.of("rect").at("width", WIDTH).at("height", HEIGHT).at("rx", 4),
            Tag.of("text", "name", shown).at("x", 11).at("y", 21),
            Tag.of("text", "state", state + kind).at("x", 11).at("y", 40));
  }
}
