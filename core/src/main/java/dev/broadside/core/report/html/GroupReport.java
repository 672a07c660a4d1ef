package dev.broadside.core.report.html;

import dev.broadside.core.campaign.GroupPlan.Dependency;
import dev.broadside.core.campaign.GroupPlan.Kind;
import dev.broadside.core.campaign.GroupPlan.Member;
import dev.broadside.core.campaign.JobGroup;
import dev.broadside.core.campaign.MemberState;
import dev.broadside.core.figures.Figures;
import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.load.Counted;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.study.KneeDocument;
import dev.broadside.core.report.study.StudyTable;
import dev.broadside.core.verdict.Judgement;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// A group as one HTML file that needs nothing else: how it ended, its graph, and what came of each
/// member.
public final class GroupReport {
  private static final String NOTHING = "–";

  private final JobGroup group;
  private final Function<String, Optional<RunDocument>> jobs;
  private final Function<String, Optional<StudyTable>> studies;
  private final Sheet sheet;

  private GroupReport(
      JobGroup group,
      Function<String, Optional<RunDocument>> jobs,
      Function<String, Optional<StudyTable>> studies) {
    this.group = group;
    this.jobs = jobs;
    this.studies = studies;
    this.sheet = new Sheet(group.plan().name() + " – Broadside group");
  }

  /// The document.
  ///
  /// @param jobs results by the ids of jobs, asked for one after another; intervals are not looked
  ///   at
  /// @param studies results by the ids of studies
  /// @param definition the group as YAML, without its secrets; empty where nobody has it
  public static String html(
      JobGroup group,
      Function<String, Optional<RunDocument>> jobs,
      Function<String, Optional<StudyTable>> studies,
      String definition) {
    GroupReport report = new GroupReport(group, jobs, studies);
    report.head();
    report.sheet.section("Who waits for whom", List.of(new GroupDrawing(group).tag()));
    report.sheet.section("Members", List.of(report.members()));
    if (!definition.isEmpty()) {
      Tag yaml = Tag.of("pre").at("tabindex", 0).lines(definition);
      report.sheet.section("The group", List.of(yaml));
    }
    return report.sheet.html();
  }

  private void head() {
    String reason = group.reason();
    String outcome = group.state().word() + (reason.isEmpty() ? "" : ": " + reason);
    String ended = group.endedAt().map(Instant::toString).orElse("");
    boolean good = group.judgement().filter(one -> one == Judgement.OK).isPresent();
    String period = RunReport.period(group.submittedAt().toString(), ended);
    sheet.add(
        Tag.of("header")
            .add(
                Tag.of("p", "eyebrow", "Broadside group"),
                Tag.of("h1").text(group.plan().name()),
                Tag.of("p")
                    .add(
                        Tag.of("b", group.done() ? (good ? "good" : "bad") : "plain", outcome),
                        Tag.of("span", "muted", period + " · " + group.id()))));
    sheet.add(
        Tag.of("div")
            .at("class", "verdicts")
            .add(verdict().tag(), succeeded().tag(), rest().tag()));
  }

  private Verdict verdict() {
    if (group.judgement().isEmpty()) {
      return new Verdict("Verdict", "NOT YET", "plain", "the group goes on");
    }
    Judgement judgement = group.judgement().get();
    return switch (judgement) {
      case OK -> new Verdict("Verdict", "OK", "good", "no member failed");
      case THRESHOLD_BROKEN ->
          new Verdict("Verdict", "THRESHOLD BROKEN", "bad", "a member's thresholds do not hold");
      case INVALID, NEVER_BEGAN ->
          new Verdict("Verdict", "NOT VALID", "bad", "a member gave no valid result");
    };
  }

  private Verdict succeeded() {
    long good = count("succeeded"::equals);
    int all = group.plan().members().size();
    return new Verdict(
        "Succeeded",
        good + " of " + all,
        good == all ? "good" : "plain",
        Counted.of(all, "member"));
  }

  private Verdict rest() {
    long failed = count("failed"::equals);
    long skipped = count("skipped"::equals);
    return new Verdict(
        "Failed", "" + failed, failed == 0 ? "good" : "bad", skipped + " skipped beside");
  }

  private long count(Predicate<String> state) {
    return group.members().values().stream().map(MemberState::word).filter(state).count();
  }

  private Tag members() {
    Grid grid =
        new Grid(
            "member", "state", "runs as", "after", "verdicts", "#tx/s", "#p95, ms", "#p99", "why");
    for (Member member : group.plan().members()) {
      grid.row(row(member).toArray(String[]::new));
    }
    return grid.tag();
  }

  private List<String> row(Member member) {
    MemberState state = group.of(member.name());
    boolean begun = state.active() || state instanceof MemberState.Ended;
    Optional<String> id =
        Optional.of(group.memberId(member.name(), state.attempt())).filter(_ -> begun);
    Shown shown = id.flatMap(one -> shown(member, one)).orElse(Shown.NONE);
    return List.of(
        member.name() + " (" + member.jobClass() + ")",
        state.word(),
        id.orElse(NOTHING),
        after(member),
        shown.verdicts,
        shown.rate,
        shown.latency.map(one -> Figures.millis(one.p95())).orElse(NOTHING),
        shown.latency.map(one -> Figures.millis(one.p99())).orElse(NOTHING),
        state.reason().isEmpty() ? NOTHING : state.reason());
  }

  private static String after(Member member) {
    return member.after().isEmpty()
        ? NOTHING
        : member.after().stream().map(GroupReport::words).collect(Collectors.joining(", "));
  }

  private static String words(Dependency one) {
    return one.member() + " (" + one.on().word() + ")";
  }

  /// What there is to be shown of a result.
  private record Shown(String verdicts, String rate, Optional<LatencyMillis> latency) {
    static final Shown NONE = new Shown(NOTHING, NOTHING, Optional.empty());
  }

  private Optional<Shown> shown(Member member, String id) {
    return member.kind() == Kind.JOB
        ? jobs.apply(id).filter(run -> !run.job().startedAt().isEmpty()).map(GroupReport::shown)
        : studies.apply(id).map(GroupReport::shown);
  }

  private static Shown shown(RunDocument run) {
    String verdicts =
        Verdict.of(run).stream()
            .map(one -> one.of().toLowerCase(Locale.ROOT) + " " + one.word())
            .collect(Collectors.joining(", "));
    return new Shown(
        verdicts,
        Figures.rate(run.summary().transactionsPerSecond()),
        run.summary().latencyMillis());
  }

  /// A search is told by its answer, any other study by the step that gave most.
  private static Shown shown(StudyTable table) {
    if (!table.knees().isEmpty()) {
      String knees =
          table.knees().stream().map(KneeDocument::sentence).collect(Collectors.joining("; "));
      return new Shown(knees, NOTHING, Optional.empty());
    }
    return table
        .peak()
        .map(peak ->
            new Shown(
                "peak at " + peak.point().words(),
                Figures.rate(peak.transactionsPerSecond()),
                peak.latencyMillis()))
        .or(() -> table.noPeak().map(why -> new Shown(why, NOTHING, Optional.empty())))
        .orElse(Shown.NONE);
  }
}
