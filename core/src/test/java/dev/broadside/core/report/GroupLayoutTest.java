package dev.broadside.core.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.campaign.GroupPlan.Condition;
import dev.broadside.core.campaign.GroupPlan.Dependency;
import dev.broadside.core.campaign.GroupPlan.Kind;
import dev.broadside.core.campaign.GroupPlan.Member;
import dev.broadside.core.report.section.Block.Graph;
import dev.broadside.core.report.section.Block.Graph.Edge;
import dev.broadside.core.report.section.Block.Graph.Node;
import dev.broadside.core.report.section.Block.Graph.Place;
import dev.broadside.core.report.section.GroupLayout;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GroupLayoutTest {
  private static Member member(String name, String... after) {
    List<Dependency> waits =
        Stream.of(after).map(one -> new Dependency(one, Condition.SUCCESS)).toList();
    return new Member(name, Kind.JOB, "noop", waits);
  }

  @Test
  void anEdgeThatSkipsColumnsKeepsClearOfEveryBoxThere() {
    Graph graph =
        GroupLayout.graph(
            List.of(
                member("load"),
                member("steady", "load"),
                member("knee", "load", "steady"),
                member("report", "load", "knee"),
                member("other")),
            _ -> "waiting");
    assertEquals(
        List.of("load 0", "steady 1", "knee 2", "report 3", "other 0"),
        graph.nodes().stream().map(one -> one.name() + " " + one.at().column()).toList());
    Edge skips =
        graph.edges().stream()
            .filter(one -> one.from().equals("load") && one.to().equals("report"))
            .findFirst()
            .orElseThrow();
    assertEquals(List.of(1, 2), skips.past().stream().map(Place::column).toList());
    for (Edge edge : graph.edges()) {
      for (Place lane : edge.past()) {
        for (Node box : graph.nodes()) {
          boolean apart = lane.row() >= box.at().row() + 1 || lane.row() < box.at().row();
          assertTrue(lane.column() != box.at().column() || apart, () -> lane + " " + box);
        }
      }
    }
  }
}
