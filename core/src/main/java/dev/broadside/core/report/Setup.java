package dev.broadside.core.report;

import dev.broadside.core.param.Secret;
import dev.broadside.core.param.Spans;
import dev.broadside.core.stat.Observed;
import dev.broadside.core.work.Observation;
import dev.broadside.core.work.Observation.Subject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The setup of a run, as names and texts that can be compared with those of another run.
public final class Setup {
  /// Facts about a run's origin that come from Broadside itself. All others come from the job
  /// class.
  private static final List<String> ORIGINS =
      List.of("broadside", "seed", "interval", "price-per-hour");

  /// The beginnings of facts about the setup of the target and of the way to it. Other facts are
  /// about data that was found or made there.
  private static final List<String> CONFIGURATION = List.of("driver.", "database.");

  /// Facts that an agent's worker tells and the job has told already.
  private static final Set<String> SAID = Set.of("threads", "threadKind", "pack");

  private static final int SHOWN_CHANGES = 5;

  /// The beginning of facts that differ between any two runs.
  private static final String COUNTERS = "database.counter";

  /// Begins the plan of a statement. Plans are compared if both runs know them.
  private static final String PLAN = "plan of ";

  /// The beginnings of facts that only those have in common that are alike in another fact.
  private static final Map<String, String> OF_A_KIND =
      Map.of("database.setting.", "database.dialect", "driver.property.", "driver.name");

  /// The size of the heap is a fact of its own.
  private static final Pattern HEAP = Pattern.compile("-Xm[sx]\\S+ ?");

  /// A difference between the setups of two runs.
  ///
  /// @param what such as `parameter scale`, `driver.version`
  /// @param a the first run's value; empty if it has none
  /// @param b the second run's value; empty if it has none
  public record Difference(String what, String a, String b) {}

  private Setup() {}

  /// The differences between the setups of two runs, by name. Studies vary the number of threads,
  /// so a caller can leave out everything that depends on it.
  public static List<Difference> differences(RunDocument a, RunDocument b, boolean withThreads) {
    Map<String, String> mine = of(a, withThreads);
    Map<String, String> theirs = of(b, withThreads);
    OF_A_KIND.forEach((facts, kind) -> {
      String one = mine.getOrDefault(kind, "");
      String other = theirs.getOrDefault(kind, "");
      if (!one.equals(other)) {
        String what = facts.replaceFirst("\\.$", "s, which were not compared");
        leaveOut(mine, facts, what, one);
        leaveOut(theirs, facts, what, other);
      }
    });
    TreeSet<String> all = new TreeSet<>(mine.keySet());
    all.addAll(theirs.keySet());
    return all.stream()
        .map(what ->
            new Difference(what, mine.getOrDefault(what, ""), theirs.getOrDefault(what, "")))
        .filter(one -> !one.a().equals(one.b()))
        .filter(one -> !one.what().startsWith(PLAN) || (!one.a().isEmpty() && !one.b().isEmpty()))
        .toList();
  }

  /// What two engines set lies beside each other only by chance, and fills pages.
  private static void leaveOut(Map<String, String> setup, String facts, String what, String kind) {
    List<String> left = setup.keySet().stream().filter(one -> one.startsWith(facts)).toList();
    if (!left.isEmpty()) {
      setup.keySet().removeAll(left);
      setup.put(what, left.size() + " of " + kind);
    }
  }

  private static Map<String, String> of(RunDocument run, boolean withThreads) {
    Map<String, String> setup = new LinkedHashMap<>();
    RunDocument.JobSummary job = run.job();
    setup.put("job class", job.jobClass());
    setup.put("pack", job.code().pack());
    setup.put("load", job.asked().load().replaceAll(", [0-9]+ threads? per agent", ""));
    setup.put("agents", "" + job.agents());
    if (withThreads) {
      setup.put("threads", "" + job.threads());
    }
    setup.put("thread kind", job.asked().threadKind());
    setup.put(
        "phases",
        run.phases().stream()
            .map(phase -> phase.kind() + " " + span(phase.durationMillis()))
            .collect(Collectors.joining(", ")));
    setup.put("changes of the load while it ran", changes(run.marks()));
    run.parameters()
        .forEach((name, value) -> {
          // Redacted secrets are not compared: they may differ.
          if (!value.equals(Secret.REDACTED)) {
            setup.put("parameter " + name, Spans.shown(value));
          }
        });
    run.provenance()
        .forEach((name, value) -> {
          if (ORIGINS.contains(name) || isConfiguration(name)) {
            setup.put(name, name.equals("interval") ? span(value) : value);
          }
        });
    for (Observed one : run.observed()) {
      if (one.what() instanceof Observation.Seen seen && seen.subject() == Subject.PLAN) {
        setup.putIfAbsent(PLAN + seen.name(), seen.text().replace("\n", "; "));
      }
    }
    run.agents().stream()
        .findFirst()
        .ifPresent(agent ->
            agent
                .environment()
                .forEach((name, value) -> {
                  if (!SAID.contains(name)) {
                    setup.put("agent's " + words(name), HEAP.matcher(value).replaceAll("").strip());
                  }
                }));
    return setup;
  }

  /// A repeated run does not repeat the changes that users made to the load.
  private static String changes(List<Mark> marks) {
    List<String> changes =
        marks.stream()
            .filter(mark -> mark.kind() == Mark.Kind.CONTROL)
            .map(mark -> mark.text() + " at " + span(mark.atMillis()))
            .toList();
    int more = changes.size() - SHOWN_CHANGES;
    return changes.isEmpty()
        ? "none"
        : String.join("; ", changes.subList(0, Math.min(changes.size(), SHOWN_CHANGES)))
            + (more > 0 ? " and " + more + " more" : "");
  }

  /// `heap megabytes` of `heapMegabytes`.
  private static String words(String name) {
    return name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
  }

  private static String span(double millis) {
    return Spans.shown(Duration.ofMillis(Math.round(millis)));
  }

  private static String span(String value) {
    return Spans.parse(value).map(Spans::shown).orElse(value);
  }

  private static boolean isConfiguration(String fact) {
    return CONFIGURATION.stream().anyMatch(fact::startsWith) && !fact.startsWith(COUNTERS);
  }
}
