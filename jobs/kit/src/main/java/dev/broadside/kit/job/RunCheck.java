package dev.broadside.kit.job;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.core.work.VerifyContext;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.verify.Checks;
import dev.broadside.kit.verify.Counters;
import dev.broadside.kit.verify.RowBalance;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/// Something that must hold after a run, and what has to be noted before it.
sealed interface RunCheck {

  /// A run, as a check sees it.
  ///
  /// @param job that is checked
  /// @param words of the database
  record Scene(TransactionJob job, OpenTarget at, Wording words) {
    long whole(String query) throws SQLException {
      return at.whole(words.of(query));
    }
  }

  /// Notes what is compared afterwards.
  default Facts before(Scene scene, Facts facts) throws SQLException {
    return facts;
  }

  List<Check> after(Scene scene, VerifyContext context) throws SQLException;

  /// What it asks the database, in the author's words.
  List<String> queries();

  /// A query gives what follows from the parameters.
  ///
  /// @param decides whether it is more than evidence
  record Expected(
      String name, String query, ToLongFunction<ParameterValues> expected, boolean decides)
      implements RunCheck {
    @Override
    public List<String> queries() {
      return List.of(query);
    }

    @Override
    public List<Check> after(Scene scene, VerifyContext context) throws SQLException {
      Check check = check(scene, context.values());
      return List.of(decides ? check : Checks.notDeciding(check));
    }

    Check check(Scene scene, ParameterValues values) throws SQLException {
      long wanted = expected.applyAsLong(values);
      long found = scene.whole(query);
      return Checks.sure(name, found == wanted, "found %,d, expected %,d", found, wanted);
    }
  }

  /// What compares with what its query gave before the run.
  sealed interface Noted extends RunCheck permits Unchanged, Balance, Growth {
    String name();

    String query();

    @Override
    default List<String> queries() {
      return List.of(query());
    }

    @Override
    default Facts before(Scene scene, Facts facts) throws SQLException {
      return facts.with(noteOf(name()), scene.whole(query()));
    }

    default long noted(VerifyContext context) {
      return context.facts().whole(noteOf(name()));
    }
  }

  record Unchanged(String name, String query) implements Noted {
    @Override
    public List<Check> after(Scene scene, VerifyContext context) throws SQLException {
      long before = noted(context);
      long found = scene.whole(query);
      return List.of(Checks.sure(name, found == before, "before %,d, after %,d", before, found));
    }
  }

  /// There are as many rows as before, plus the inserted ones, minus the deleted ones.
  record Balance(String name, String query, String insert, String delete) implements Noted {
    @Override
    public List<Check> after(Scene scene, VerifyContext context) throws SQLException {
      Totals in = scene.job().totals(context, List.of(insert));
      Totals out = scene.job().totals(context, List.of(delete));
      boolean autoCommit =
          scene.job().settings(context.values(), scene.at().dialect()).autoCommit();
      RowBalance balance =
          new RowBalance(
              noted(context),
              in.effective(),
              out.effective(),
              unsure(in, autoCommit),
              unsure(out, autoCommit));
      return List.of(balance.check(context, name, scene.whole(query), true));
    }

    /// A statement that has committed itself may belong to an iteration that failed later.
    private static long unsure(Totals writes, boolean autoCommit) {
      return autoCommit ? writes.uncertain() + writes.failed() : writes.uncertain();
    }
  }

  /// What a query gives has grown by one for each execution of some operations.
  record Growth(String name, String query, List<String> operations) implements Noted {
    @Override
    public List<Check> after(Scene scene, VerifyContext context) throws SQLException {
      long before = noted(context);
      long now = scene.whole(query);
      Totals counted = scene.job().totals(context, operations);
      String words = "from %,d to %,d, by %,d; counted %,d";
      return List.of(
          Checks.counted(
              context,
              name,
              now - before >= counted.effective()
                  && now - before <= counted.effective() + counted.uncertain(),
              counted.uncertain() == 0 ? words : words + ", and %,d uncertain",
              before,
              now,
              now - before,
              counted.effective(),
              counted.uncertain()));
    }
  }

  /// The database's own counters have grown by what the agents counted.
  record DatabaseCounts() implements RunCheck {
    @Override
    public List<String> queries() {
      return List.of();
    }

    private static final Map<String, String> COUNTERS =
        Map.of("INSERT", "inserts", "UPDATE", "updates", "DELETE", "deletes");

    @Override
    public Facts before(Scene scene, Facts facts) {
      return Counters.read(scene.at(), scene.job().tableNames(scene.words())).into(facts);
    }

    @Override
    public List<Check> after(Scene scene, VerifyContext context) {
      Map<String, Totals> counted = new LinkedHashMap<>();
      scene
          .job()
          .writes()
          .forEach((operation, verb) -> {
            if (COUNTERS.containsKey(verb)) {
              counted.merge(
                  COUNTERS.get(verb),
                  scene.job().totals(context, List.of(operation)),
                  Totals::plus);
            }
          });
      Totals commits = scene.job().totals(context, List.of(JobOutline.COMMIT));
      if (commits.ok() > 0) {
        counted.put("commits", commits);
      }
      return Counters.checks(context, scene.at(), counted, scene.job().tableNames(scene.words()));
    }
  }

  /// The fact under which a check keeps what it found before the run.
  static String noteOf(String check) {
    return "data.before." + check.replace(' ', '-');
  }
}
