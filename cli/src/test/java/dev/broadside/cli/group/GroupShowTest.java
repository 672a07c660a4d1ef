package dev.broadside.cli.group;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.cli.CommandRig;
import dev.broadside.cli.CommandRig.Result;
import dev.broadside.cli.SampleRuns;
import dev.broadside.cli.remote.ScriptedServer;
import dev.broadside.core.campaign.GroupPlan;
import dev.broadside.core.campaign.GroupPlan.Condition;
import dev.broadside.core.campaign.GroupPlan.Dependency;
import dev.broadside.core.campaign.GroupPlan.Kind;
import dev.broadside.core.campaign.GroupPlan.Member;
import dev.broadside.core.campaign.JobGroup;
import dev.broadside.core.campaign.MemberState;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.section.GroupReport;
import dev.broadside.core.report.section.ReportDocument;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A group in a terminal is the report that the server makes of it.
class GroupShowTest {
  private static final String GROUP = "/api/v1/groups/night";
  private static final GroupPlan PLAN =
      new GroupPlan(
          "Night",
          List.of(
              new Member("load", Kind.JOB, "noop", List.of()),
              new Member(
                  "steady", Kind.JOB, "noop", List.of(new Dependency("load", Condition.ALWAYS)))));

  private final ScriptedServer server;
  private final CommandRig rig;

  GroupShowTest(@TempDir Path folder) throws IOException {
    this.server = new ScriptedServer(folder);
    this.rig = new CommandRig(folder);
  }

  @AfterEach
  void stopTheServer() {
    server.close();
  }

  private static ReportDocument report() {
    JobGroup group =
        JobGroup.submitted("night", PLAN, Instant.parse("2026-03-01T12:00:00Z"))
            .with("load", new MemberState.Going(1));
    return GroupReport.of(
        group,
        id -> Optional.of(SampleRuns.run("running", Verdict.BALANCED)),
        _ -> Optional.empty(),
        "");
  }

  @Test
  void itHasTheStateOfEachMembersJobAndWhoIsNotified() {
    server.namedIn(rig);
    server
        .answers(GROUP, 200, "{\"id\":\"night\",\"members\":[],\"tells\":[\"ops:failed\"]}")
        .answers(GROUP + "/report", 200, Json.mapper().writeValueAsString(report()))
        .answers("/api/v1/notices", 200, "{\"notices\":[]}");

    Result shown = rig.run("group", "show", "night");

    assertEquals(0, shown.status(), shown.err());
    assertTrue(shown.out().startsWith("GROUP NOT YET  the group goes on\n"), shown.out());
    assertTrue(shown.out().contains("\nnight  Night  running\n"), shown.out());
    assertTrue(shown.out().contains("\nload (noop)    running  night.load"), shown.out());
    assertTrue(shown.out().contains("load (always)"), shown.out());
    assertTrue(shown.out().endsWith("tells ops:failed\n"), shown.out());
  }

  @Test
  void programsGetTheGroupAndNoReport() {
    server.namedIn(rig);
    server.answers(GROUP, 200, "{\"id\":\"night\",\"members\":[]}");

    Result shown = rig.run("group", "show", "night", "--json");

    assertEquals(0, shown.status(), shown.err());
    assertTrue(shown.out().contains("\"id\" : \"night\""), shown.out());
    assertEquals(List.of(), server.requests(GROUP + "/report"));
  }
}
