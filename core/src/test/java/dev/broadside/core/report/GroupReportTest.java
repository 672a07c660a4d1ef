package dev.broadside.core.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.campaign.CampaignState;
import dev.broadside.core.campaign.GroupPlan;
import dev.broadside.core.campaign.GroupPlan.Condition;
import dev.broadside.core.campaign.GroupPlan.Dependency;
import dev.broadside.core.campaign.GroupPlan.Kind;
import dev.broadside.core.campaign.GroupPlan.Member;
import dev.broadside.core.campaign.JobGroup;
import dev.broadside.core.campaign.MemberState;
import dev.broadside.core.job.Outcome;
import dev.broadside.core.report.html.HtmlReport;
import dev.broadside.core.report.section.GroupReport;
import dev.broadside.core.report.series.Buckets;
import dev.broadside.core.report.study.StudyTable;
import dev.broadside.core.verdict.Judgement;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// What the report of a group shows of its members.
final class GroupReportTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private static final GroupPlan PLAN =
      new GroupPlan(
          "A <night>",
          List.of(
              new Member("last", Kind.STUDY, "noop", List.of(on("load"), always("steady"))),
              new Member("load", Kind.JOB, "noop", List.of()),
              new Member("steady", Kind.JOB, "noop", List.of(on("load"))),
              new Member(
                  "alarm", Kind.JOB, "noop", List.of(new Dependency("load", Condition.FAILURE)))));

  private static Dependency on(String member) {
    return new Dependency(member, Condition.SUCCESS);
  }

  private static Dependency always(String member) {
    return new Dependency(member, Condition.ALWAYS);
  }

  private static MemberState ended(int attempt, Judgement judgement, String reason) {
    return new MemberState.Ended(
        attempt, new Outcome.Completed(), judgement, reason, Optional.empty());
  }

  private static String report(JobGroup group) {
    return HtmlReport.of(
        GroupReport.of(
            group,
            id ->
                id.equals("night.load.2")
                    ? Optional.of(Studies.run("load", 1, 250))
                    : Optional.empty(),
            id ->
                id.equals("night.last")
                    ? Optional.of(StudyTable.of(Studies.study("last", 100, 190)))
                    : Optional.empty(),
            "group: A <night>\n"),
        new Buckets());
  }

  private static List<String> row(String html, String member) {
    Matcher row = Pattern.compile("<tr><th><span>" + member + " \\(noop\\).*?</tr>").matcher(html);
    assertTrue(row.find(), html);
    return Pattern.compile("<span>(.*?)</span>")
        .matcher(row.group())
        .results()
        .map(one -> one.group(1))
        .toList();
  }

  @Test
  void eachMemberIsToldWithItsJobItsVerdictsAndItsFigures() {
    JobGroup group =
        JobGroup.submitted("night", PLAN, NOON)
            .with("load", ended(2, Judgement.OK, ""))
            .with("steady", ended(1, Judgement.INVALID, "cancelled by <ann>"))
            .with("last", ended(1, Judgement.OK, ""))
            .with("alarm", new MemberState.Skipped(0, "load succeeded"))
            .in(
                new CampaignState.Done(
                    NOON.plusSeconds(60), new Outcome.Failed("steady: cancelled")));
    String html = report(group);

    assertEquals(
        List.of(
            "load (noop)",
            "succeeded",
            "night.load.2",
            "–",
            "generator OK, audit BALANCED",
            "250.00",
            "2.000",
            "3.000",
            "–"),
        row(html, "load"));
    assertEquals("peak at 2 threads", row(html, "last").get(4));
    assertEquals("190.00", row(html, "last").get(5));
    assertEquals(
        List.of(
            "steady (noop)",
            "failed",
            "night.steady",
            "load (success)",
            "–",
            "–",
            "–",
            "–",
            "cancelled by &lt;ann&gt;"),
        row(html, "steady"));
    assertEquals(List.of("skipped", "–"), row(html, "alarm").subList(1, 3));
    assertTrue(html.contains("2026-03-01 12:00:00 to 2026-03-01 12:01:00 UTC"), html);
  }

  @Test
  void itNeedsNothingElseAndItsGraphHasMembersRightOfWhatTheyWaitFor() {
    String html = report(JobGroup.submitted("night", PLAN, NOON));

    assertFalse(html.contains("<script") || html.contains("style="), html);
    assertTrue(html.contains("default-src 'none'; style-src 'sha256-"), html);
    assertTrue(html.contains("<h1>A &lt;night&gt;</h1>"), html);
    assertTrue(html.contains("NOT YET") && html.contains("goes on"), html);
    assertEquals(
        List.of("470 6 last", "6 6 load", "238 6 steady", "238 78 alarm"),
        Pattern.compile("translate\\((\\d+) (\\d+)\\)\"><title>(\\w+), waiting")
            .matcher(html)
            .results()
            .map(one -> one.group(1) + " " + one.group(2) + " " + one.group(3))
            .toList());
    assertTrue(
        html.contains("C206 32 206 154 238 154H406C"), "below alarm, not behind it: " + html);
  }
}
