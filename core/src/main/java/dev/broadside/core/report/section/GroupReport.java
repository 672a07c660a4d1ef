package dev.broadside.core.report.section;

import static dev.broadside.core.report.section.TableColumn.number;
import static dev.broadside.core.report.section.TableColumn.words;

import dev.broadside.core.campaign.GroupPlan.Kind;
import dev.broadside.core.campaign.GroupPlan.Member;
import dev.broadside.core.campaign.JobGroup;
import dev.broadside.core.campaign.MemberState;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.figures.NumberText;
import dev.broadside.core.load.Counted;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.section.Block.Source;
import dev.broadside.core.report.section.Block.Table;
import dev.broadside.core.report.section.Block.Verdict;
import dev.broadside.core.report.section.ReportDocument.Head;
import dev.broadside.core.report.section.ReportDocument.Section;
import dev.broadside.core.report.study.KneeDocument;
import dev.broadside.core.report.study.StudyTable;
import dev.broadside.core.verdict.Judgement;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/// A group for people: its outcome, its graph, and the result of each member.
public final class GroupReport {
  private final JobGroup group;
  private final Function<String, Optional<RunDocument>> jobs;
  private final Function<String, Optional<StudyTable>> studies;

  private GroupReport(
      JobGroup group,
      Function<String, Optional<RunDocument>> jobs,
      Function<String, Optional<StudyTable>> studies) {
    this.group = group;
    this.jobs = jobs;
    this.studies = studies;
  }

  /// The result of a group.
  ///
  /// @param jobs gives results by the ids of jobs, one after another; their intervals are not used
  /// @param studies results by the ids of studies
  /// @param definition the group as YAML, without its secrets; may be empty
  public static ReportDocument of(
      JobGroup group,
      Function<String, Optional<RunDocument>> jobs,
      Function<String, Optional<StudyTable>> studies,
      String definition) {
    GroupReport report = new GroupReport(group, jobs, studies);
    return new ReportDocument(
        report.head(),
        List.of(),
        List.of(report.verdict(), report.succeeded(), report.failed()),
        List.of(Section.of("graph", "Who waits for whom", "", report.graph()), report.members()),
        definition.isEmpty()
            ? List.of()
            : List.of(Section.of("group", "The group", "", new Source(definition))));
  }

  private Block.Graph graph() {
    return GroupLayout.graph(group.plan().members(), name -> group.of(name).word());
  }

  private Head head() {
    String ended = group.endedAt().map(Instant::toString).orElse("");
    boolean good = group.judgement().filter(one -> one == Judgement.OK).isPresent();
    return new Head(
        "Broadside group",
        group.plan().name(),
        group.id() + "  " + group.plan().name() + " ",
        group.state().word(),
        !group.done() ? Tone.PLAIN : good ? Tone.GOOD : Tone.BAD,
        group.reason(),
        Head.when(group.submittedAt().toString(), ended, group.id()),
        group.plan().repeats().map(when -> "repeats " + when).orElse(""));
  }

  private Verdict verdict() {
    return group
        .judgement()
        .map(judgement ->
            switch (judgement) {
              case OK -> new Verdict("Group", "OK", Tone.GOOD, "no member failed");
              case THRESHOLD_BROKEN ->
                  new Verdict(
                      "Group", "THRESHOLD BROKEN", Tone.BAD, "a member's thresholds do not hold");
              case INVALID, NEVER_BEGAN ->
                  new Verdict("Group", "NOT VALID", Tone.BAD, "a member gave no valid result");
            })
        .orElse(new Verdict("Group", "NOT YET", Tone.PLAIN, "the group goes on"));
  }

  private Verdict succeeded() {
    long good = count("succeeded");
    int all = group.plan().members().size();
    return new Verdict(
        "Succeeded",
        good + " of " + all,
        good == all ? Tone.GOOD : Tone.PLAIN,
        Counted.of(all, "member"));
  }

  private Verdict failed() {
    long failed = count("failed");
    return new Verdict(
        "Failed",
        "" + failed,
        failed == 0 ? Tone.GOOD : Tone.BAD,
        count("skipped") + " were skipped");
  }

  private long count(String state) {
    return group.members().values().stream().filter(one -> one.word().equals(state)).count();
  }

  /// A member, and the measures of its result that are shown.
  ///
  /// @param state the member's own; while its job or study goes on, the state of that one
  /// @param measures their values; not a number if the result has none
  private record Shown(
      Member member,
      String state,
      String reason,
      String id,
      String verdicts,
      ToDoubleFunction<Measure> measures) {
    static Shown nothing(Member member, MemberState state, String id) {
      return new Shown(member, state.word(), state.reason(), id, NumberText.NONE, _ -> Double.NaN);
    }

    Shown in(String newState, String newReason) {
      return new Shown(member, newState, newReason, id, verdicts, measures);
    }

    Shown with(String words, ToDoubleFunction<Measure> result) {
      return new Shown(member, state, reason, id, words, result);
    }
  }

  private Section members() {
    return Section.of(
        "members",
        "Members",
        "latency in ms",
        Table.of(
            group.plan().members().stream().map(this::shown).toList(),
            words("member", one -> one.member().name() + " (" + one.member().jobClass() + ")"),
            words("state", Shown::state),
            words("runs as", Shown::id),
            words("after", 2, one -> after(one.member())),
            words("verdicts", 1, Shown::verdicts),
            measure(Measure.THROUGHPUT),
            measure(Measure.P95),
            measure(Measure.P99),
            words("why", one -> none(one.reason()))));
  }

  private static TableColumn<Shown> measure(Measure which) {
    return number(
        which.heading(),
        3,
        one -> NumberText.text(one.measures().applyAsDouble(which), which.unit()));
  }

  private static String none(String text) {
    return text.isEmpty() ? NumberText.NONE : text;
  }

  private static String after(Member member) {
    return none(
        member.after().stream()
            .map(one -> one.member() + " (" + one.on().word() + ")")
            .collect(Collectors.joining(", ")));
  }

  private Shown shown(Member member) {
    MemberState state = group.of(member.name());
    if (!state.active() && !(state instanceof MemberState.Ended)) {
      return Shown.nothing(member, state, NumberText.NONE);
    }
    String id = group.memberId(member.name(), state.attempt());
    Shown begun = Shown.nothing(member, state, id);
    return member.kind() == Kind.JOB
        ? jobs.apply(id)
            .map(run ->
                shown(
                    state.active() ? begun.in(run.job().state(), run.job().reason()) : begun, run))
            .orElse(begun)
        : studies
            .apply(id)
            .map(table ->
                shown(
                    state.active()
                        ? begun.in(table.study().state(), table.study().reason())
                        : begun,
                    table))
            .orElse(begun);
  }

  private static Shown shown(Shown member, RunDocument run) {
    if (run.job().startedAt().isEmpty()) {
      return member;
    }
    String verdicts =
        Verdicts.of(run).stream()
            .map(one -> one.of().toLowerCase(Locale.ROOT) + " " + one.word())
            .collect(Collectors.joining(", "));
    return member.with(verdicts, run.summary()::of);
  }

  /// A search shows its answer. Any other study shows the step with the highest throughput.
  private static Shown shown(Shown member, StudyTable table) {
    Optional<StudyTable.Row> peak = table.knees().isEmpty() ? table.peak() : Optional.empty();
    String words =
        table.knees().isEmpty()
            ? peak.map(one -> "peak at " + one.point().words())
                .or(table::noPeak)
                .orElse(NumberText.NONE)
            : table.knees().stream().map(KneeDocument::sentence).collect(Collectors.joining("; "));
    return member.with(words, which -> peak.map(one -> one.of(which)).orElse(Double.NaN));
  }
}
