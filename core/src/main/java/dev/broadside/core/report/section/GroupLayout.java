package dev.broadside.core.report.section;

import dev.broadside.core.campaign.GroupPlan.Dependency;
import dev.broadside.core.campaign.GroupPlan.Member;
import dev.broadside.core.report.section.Block.Graph;
import dev.broadside.core.report.section.Block.Graph.Edge;
import dev.broadside.core.report.section.Block.Graph.Node;
import dev.broadside.core.report.section.Block.Graph.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// The layout of a group's graph: each member stands to the right of all that it waits for, and
/// edges run between them. For one thread.
///
/// An edge that skips columns has a lane in each of them, so that no box hides it; edges of one
/// member under one condition share theirs.
public final class GroupLayout {
  /// The part of a row that an edge takes in a column that it passes.
  private static final double LANE = 0.4;

  private final List<Member> members;
  private final Map<String, Integer> columns;
  private final Map<String, Place> places = new HashMap<>();
  private final Map<Dependency, Lane> lanes = new LinkedHashMap<>();

  /// A member or a lane in a column.
  ///
  /// @param size the part of a row that it takes
  /// @param near the row that it should be near
  /// @param at takes its position
  private record Item(double size, double near, Consumer<Place> at) {}

  /// Edges of one member under one condition, in the columns between it and the furthest of those
  /// that wait for it.
  private record Lane(int from, int until, List<Place> past) {}

  /// The graph of a group.
  ///
  /// @param state of a member, by its name
  public static Graph graph(List<Member> members, UnaryOperator<String> state) {
    GroupLayout layout = new GroupLayout(members);
    List<Edge> edges = new ArrayList<>();
    for (Member member : members) {
      for (Dependency one : member.after()) {
        List<Place> past = layout.past(one, member.name());
        edges.add(new Edge(one.member(), member.name(), one.on().word(), past));
      }
    }
    return new Graph(members.stream().map(one -> layout.node(one, state)).toList(), edges);
  }

  private Node node(Member member, UnaryOperator<String> state) {
    String kind = member.kind().name().toLowerCase(Locale.ROOT);
    return new Node(member.name(), kind, state.apply(member.name()), place(member.name()));
  }

  private GroupLayout(List<Member> members) {
    this.members = members;
    columns = columnsOf(members);
    for (Member member : members) {
      member.after().forEach(one -> widen(one, column(member.name())));
    }
    int last = columns.values().stream().max(Integer::compare).orElse(0);
    for (int column = 0; column <= last; column++) {
      fill(column);
    }
  }

  private void widen(Dependency one, int until) {
    Lane lane = new Lane(column(one.member()), until, new ArrayList<>());
    lanes.merge(one, lane, (a, b) -> new Lane(a.from, Math.max(a.until, b.until), a.past));
  }

  private void fill(int column) {
    Stream<Item> boxes =
        members.stream()
            .filter(member -> column(member.name()) == column)
            .map(member -> new Item(1, near(member), place -> places.put(member.name(), place)));
    Stream<Item> passing =
        lanes.entrySet().stream()
            .filter(one -> one.getValue().from < column && column < one.getValue().until)
            .map(one -> new Item(LANE, end(one.getKey()), one.getValue().past::add));
    List<Item> sorted =
        Stream.concat(boxes, passing).sorted(Comparator.comparingDouble(Item::near)).toList();
    double row = 0;
    for (Item item : sorted) {
      item.at.accept(new Place(column, row));
      row += item.size;
    }
  }

  /// The mean row of the ends of its edges.
  private double near(Member member) {
    return member.after().stream().mapToDouble(this::end).average().orElse(0);
  }

  /// The row at which an edge ends so far.
  private double end(Dependency edge) {
    Lane lane = lanes.get(edge);
    return lane == null || lane.past.isEmpty()
        ? place(edge.member()).row()
        : lane.past.getLast().row();
  }

  /// Members come in any order, so a column may be known only in a later round. There are at most
  /// as many rounds as members, since no member waits for itself.
  private static Map<String, Integer> columnsOf(List<Member> members) {
    Map<String, Integer> columns = new HashMap<>();
    boolean moved = true;
    while (moved) {
      moved = false;
      for (Member member : members) {
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

  private int column(String member) {
    return columns.getOrDefault(member, 0);
  }

  private Place place(String member) {
    return places.getOrDefault(member, new Place(0, 0));
  }

  /// The lanes of the edge that ends at a member, from left to right; empty if it ends in the next
  /// column.
  private List<Place> past(Dependency edge, String member) {
    int between = column(member) - column(edge.member()) - 1;
    return lanes.get(edge) instanceof Lane lane ? lane.past.subList(0, between) : List.of();
  }
}
