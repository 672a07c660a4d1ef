package dev.broadside.jobs.tool;

import dev.broadside.core.param.CommandWords;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.JobClass;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.JobShare;
import dev.broadside.core.work.JobThread;
import dev.broadside.core.work.Observation;
import dev.broadside.core.work.ShareContext;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.core.work.VerifyContext;
import dev.broadside.jobs.tool.ToolReading.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A program that makes load by itself, such as sysbench: each agent starts it once, at the common
/// start, and what it prints is the job's result.
///
/// The first load thread of an agent watches the program, in one iteration; the others have nothing
/// to do. A transaction of the program counts as one of the job in the interval in which the
/// program tells of it, and no latency of it is known.
public final class ToolJob implements JobClass {
  static final Parameter.Text COMMAND =
      Parameter.text(
              "command",
              "The program and its arguments, without a shell; {agent}, {agents}, {threads} and"
                  + " {host} are filled in")
          .atMost(4_000);

  static final Parameter.Hidden PASSWORD =
      Parameter.secret(
          "password", "Handed to the program in its environment, as MYSQL_PWD and PGPASSWORD");

  @Override
  public JobDescription describe() {
    return new JobDescription(
        "tool",
        "A program of your own",
        "Starts a program such as sysbench, pgbench or fio on all agents at one instant, and makes"
            + " one result of what they print. Agents run only what their operators allow.",
        Parameters.of(COMMAND, ToolFormat.FORMAT, ToolFormat.FIGURES, PASSWORD),
        List.of());
  }

  @Override
  public List<Figure> figures(ParameterValues values) {
    return ToolFormat.figures(readings(values));
  }

  private static List<ToolReading> readings(ParameterValues values) {
    return ToolFormat.readings(values)
            instanceof Parsed.Value<List<ToolReading>>(List<ToolReading> good)
        ? good
        : List.of();
  }

  @Override
  public List<Problem> check(ParameterValues values) {
    if (words(values).isEmpty()) {
      return List.of(
          Problem.wrong(
              "parameter command",
              "it has no word, or a quote that is not closed",
              "write the program and its arguments, as in 'sysbench cpu run'"));
    }
    return switch (ToolFormat.readings(values)) {
      case Parsed.Wrong<List<ToolReading>>(Problem problem) -> List.of(problem);
      case Parsed.Value<List<ToolReading>>(List<ToolReading> readings) -> {
        List<Problem> problems = new ArrayList<>();
        if (readings.stream().noneMatch(one -> one.kind() == Kind.TOTAL && one.transactions())) {
          problems.add(
              missing("total transactions", "the program's own total, which all else is held to"));
        }
        if (readings.stream().anyMatch(one -> one.kind() == Kind.RATE)
            && readings.stream().noneMatch(one -> one.kind() == Kind.SECONDS)) {
          problems.add(missing("seconds", "how long it has run at a line with rates"));
        }
        problems.addAll(unfit(readings));
        yield problems;
      }
    };
  }

  /// Figures of one name are one figure, and there is room for some.
  private static List<Problem> unfit(List<ToolReading> readings) {
    Map<String, Set<Figure.Kind>> kinds =
        readings.stream()
            .flatMap(one -> one.figure().stream())
            .collect(
                Collectors.groupingBy(
                    Figure::id, Collectors.mapping(Figure::kind, Collectors.toSet())));
    String where = "parameter figures";
    List<Problem> problems = new ArrayList<>();
    if (kinds.values().stream().anyMatch(some -> some.size() > 1)) {
      problems.add(
          Problem.wrong(
              where,
              "one name is a count, and a reading or a histogram",
              "give each a name of its own"));
    }
    if (kinds.size() > JobDescription.MAX_FIGURES) {
      problems.add(
          Problem.wrong(
              where,
              kinds.size() + " figures are too many",
              "leave out all but " + JobDescription.MAX_FIGURES));
    }
    return problems;
  }

  private static Problem missing(String declaration, String meaning) {
    return Problem.wrong(
        "parameter figures",
        "nothing reads " + meaning,
        "add a line "
            + declaration
            + " = REGEX, in which a group is the number; for jsonl, = FIELD");
  }

  private static List<String> words(ParameterValues values) {
    return CommandWords.of(values.get(COMMAND)).orElse(List.of());
  }

  @Override
  public List<Problem> trial(JobContext context) {
    String program = words(context.values()).getFirst();
    String shown = PlainText.line(program, 80);
    if (!context.mayRun(program)) {
      return List.of(
          Problem.wrong(
              "parameter command",
              host() + " does not run " + shown + " for jobs: its operator has not allowed it",
              "start its agent, or the run, with --allow-tools " + shown));
    }
    return ToolProcess.exists(program)
        ? List.of()
        : List.of(
            Problem.wrong(
                "parameter command",
                "there is no program " + shown + " on " + host(),
                "install it there, or give its path; a shell, /bin/sh, is needed, too"));
  }

  @Override
  public List<Problem> reach(JobContext context) {
    return trial(context);
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException _) {
      return "localhost";
    }
  }

  @Override
  public JobShare open(ShareContext context) throws IOException {
    Optional<Problem> refused = trial(context).stream().findFirst();
    if (refused.isPresent()) {
      throw new IOException(refused.get().sentence());
    }
    ParameterValues values = context.values();
    ToolOutput output = new ToolOutput(readings(values));
    List<String> words = filled(words(values), context);
    ToolProcess process = ToolProcess.arm(words, values.get(PASSWORD));
    String name = words.getFirst() + " of agent " + context.agentIndex() + " on " + host();
    ToolThread work = new ToolThread(name, process, output, context::stopping);
    return new JobShare() {
      @Override
      public JobThread openThread(ThreadContext thread) {
        return thread.thread() == thread.firstThread() ? work : WITHOUT_WORK;
      }

      @Override
      public double gauge(int figure) {
        return output.takeGauge(figure);
      }

      @Override
      public List<Observation> observations() {
        return work.observations();
      }

      @Override
      public void close() {
        process.close();
      }
    };
  }

  private static final JobThread WITHOUT_WORK =
      new JobThread() {
        @Override
        public boolean finished() {
          return true;
        }

        @Override
        public void iterate(Iteration iteration) {
          throw new IllegalStateException("a thread without work does not iterate");
        }
      };

  /// The first word is the program, which was allowed as it stands.
  private static List<String> filled(List<String> words, ShareContext context) {
    return Stream.concat(
            words.stream().limit(1),
            words.stream()
                .skip(1)
                .map(word ->
                    word.replace("{agents}", "" + context.agentCount())
                        .replace("{agent}", "" + context.agentIndex())
                        .replace("{threads}", "" + context.threads())
                        .replace("{host}", host())))
        .toList();
  }

  @Override
  public Verification verify(VerifyContext context) {
    Totals totals = context.transactions();
    long bad = totals.failed() + totals.uncertain();
    return Verification.of(
        List.of(
            new Check(
                "each agent's program ended well, and what was counted is its own total",
                bad == 0,
                false,
                "%,d transactions in all, warm-up and end included; %,d of %,d programs failed"
                    .formatted(totals.ok(), bad, context.agentCount()))));
  }
}
