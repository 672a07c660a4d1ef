package dev.broadside.core.report.section;

import static dev.broadside.core.report.section.TableColumn.number;
import static dev.broadside.core.report.section.TableColumn.words;

import dev.broadside.core.figures.NumberText;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.section.Block.Pairs;
import dev.broadside.core.report.section.Block.Part;
import dev.broadside.core.report.section.Block.Table;
import dev.broadside.core.report.section.ReportDocument.Section;
import dev.broadside.core.stat.Observed;
import dev.broadside.core.work.Observation.Seen;
import dev.broadside.core.work.Observation.Slow;
import dev.broadside.core.work.Observation.Subject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The slowest transactions of a run, with the statements in which they were slow.
final class SlowestTransactions {
  private static final int FIRST = 5;

  private final List<Observed> observed;
  private final List<One> slowest;

  /// @param atMillis when it began
  private record One(long atMillis, Slow slow) {}

  private SlowestTransactions(RunDocument run) {
    observed = run.observed();
    slowest =
        Observed.slowest(observed, observed.size()).stream()
            .map(one -> new One(one.atMillis(), (Slow) one.what()))
            .toList();
  }

  /// The section, which is empty if there are none.
  static Section of(RunDocument run) {
    SlowestTransactions all = new SlowestTransactions(run);
    List<Block> blocks = new ArrayList<>();
    blocks.add(table(all.slowest.stream().limit(FIRST).toList()));
    if (all.slowest.size() > FIRST) {
      blocks.add(folded("All that were kept", table(all.slowest)));
    }
    Map<String, String> statements = all.statements();
    if (!statements.isEmpty()) {
      blocks.add(folded("Their slowest statements", new Pairs(statements)));
    }
    return new Section("slowest", "Slowest transactions", "service time in ms", blocks);
  }

  private static Part folded(String title, Block block) {
    return new Part(title, true, Optional.of(List.of()), List.of(block));
  }

  private static Table table(List<One> some) {
    return Table.of(
        some,
        words("began", one -> NumberText.elapsed(one.atMillis / 1e3)),
        number("service", one -> millis(one.slow.serviceMicros())),
        number(
            "began late",
            2,
            one -> one.slow.lateMicros() == 0 ? "" : millis(one.slow.lateMicros())),
        words("slowest operation", one -> one.slow.spent().operation()),
        number("took", one -> took(one.slow.spent())),
        words("outcome", one -> outcome(one.slow.outcome())),
        number("tries", 1, one -> one.slow.tries() == 1 ? "" : "" + one.slow.tries()),
        number("thread", 3, one -> "" + one.slow.thread()),
        number("connection", one -> one.slow.connection()),
        words("operations", 4, one -> String.join(", ", one.slow.spent().operations())));
  }

  private static String millis(long micros) {
    return NumberText.millis(micros / 1e3);
  }

  private static String took(Slow.Spent spent) {
    return spent.operation().isEmpty() ? "" : millis(spent.micros());
  }

  private static String outcome(Slow.Outcome outcome) {
    return outcome.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /// The texts of the operations in which they were slow, by name.
  private Map<String, String> statements() {
    Map<String, String> texts = new LinkedHashMap<>();
    for (One one : slowest) {
      String operation = one.slow.spent().operation();
      observed.stream()
          .map(Observed::what)
          .filter(what -> what instanceof Seen seen && seen.subject() == Subject.STATEMENT)
          .map(Seen.class::cast)
          .filter(seen -> seen.name().equals(operation))
          .forEach(seen -> texts.put(operation, seen.text()));
    }
    return texts;
  }
}
