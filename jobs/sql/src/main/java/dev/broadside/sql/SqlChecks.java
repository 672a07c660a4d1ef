package dev.broadside.sql;

import dev.broadside.core.param.PlainText;
import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.core.work.VerifyContext;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.verify.Checks;
import dev.broadside.kit.verify.RowBalance;
import dev.broadside.sql.file.JobFile;
import dev.broadside.sql.file.JobFile.CheckPlan;
import dev.broadside.sql.file.JobFile.Expected;
import dev.broadside.sql.value.Expression;
import dev.broadside.sql.value.Frame;
import dev.broadside.sql.value.ValueKind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Checks a target after a run as its job file says.
///
/// @param constants parameters, constants, and what was asked before the run
record SqlChecks(OpenTarget at, JobFile file, Frame constants, VerifyContext context) {

  List<Check> all() throws SQLException {
    count("transactions", context.transactions());
    for (int i = 0; i < file.plan().statements().size(); i++) {
      count(file.plan().statements().get(i).name(), context.operation(i));
    }
    List<Check> checks = new ArrayList<>();
    for (CheckPlan plan : file.checks().plans()) {
      Check check = check(plan);
      checks.add(plan.decides() ? check : Checks.notDeciding(check));
    }
    return checks;
  }

  private void count(String name, Totals totals) {
    set(name + ".ok", totals.effective());
    set(name + ".failed", totals.failed());
    set(name + ".uncertain", totals.uncertain());
    set(name + ".rolled_back", totals.rolledBack());
  }

  private void set(String name, long value) {
    Integer slot = file.checks().counts().get(name);
    if (slot != null) {
      constants.set(slot, value);
    }
  }

  private Check check(CheckPlan plan) throws SQLException {
    Optional<String> answer =
        AskedQuery.of(plan.query(), at.dialect(), constants).first(at.connection());
    Optional<BigDecimal> number = answer.flatMap(SqlChecks::number);
    return number.isPresent()
        ? check(plan, number.get())
        : Checks.sure(
            plan.name(),
            false,
            "%s",
            answer
                .map(text -> "\"" + PlainText.line(text, 100) + "\" is not a number")
                .orElse("the query found nothing"));
  }

  private Check check(CheckPlan plan, BigDecimal found) {
    return switch (plan.expected()) {
      case Expected.Equal(Expression value, Expression within) -> equal(plan, found, value, within);
      case Expected.Between(Expression low, Expression high) ->
          between(plan, found, decimal(low), decimal(high));
      case Expected.Balance balance -> balance(plan, found.longValue(), balance);
    };
  }

  /// Compares decimals, since a count may have more digits than a double.
  private Check between(CheckPlan plan, BigDecimal found, BigDecimal low, BigDecimal high) {
    boolean holds = found.compareTo(low) >= 0 && found.compareTo(high) <= 0;
    return check(plan, holds, "%s, expected %s to %s", shown(found), shown(low), shown(high));
  }

  private static Optional<BigDecimal> number(String text) {
    try {
      return Optional.of(new BigDecimal(text.strip()));
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  private Check equal(CheckPlan plan, BigDecimal found, Expression value, Expression within) {
    BigDecimal wanted = decimal(value);
    BigDecimal slack = within.eval(constants) == ValueKind.NULL ? BigDecimal.ZERO : decimal(within);
    boolean holds = found.subtract(wanted).abs().compareTo(slack) <= 0;
    return slack.signum() == 0
        ? check(plan, holds, "%s, expected %s", shown(found), shown(wanted))
        : check(
            plan, holds, "%s, expected %s within %s", shown(found), shown(wanted), shown(slack));
  }

  private BigDecimal decimal(Expression expression) {
    return new BigDecimal(expression.text(constants));
  }

  private static String shown(BigDecimal number) {
    BigDecimal plain =
        number.setScale(Math.min(6, Math.max(0, number.scale())), RoundingMode.HALF_UP);
    return String.format(java.util.Locale.ROOT, "%,." + plain.scale() + "f", plain);
  }

  private Check check(CheckPlan plan, boolean holds, String detail, Object... figures) {
    return plan.counted()
        ? Checks.counted(context, plan.name(), holds, detail, figures)
        : Checks.sure(plan.name(), holds, detail, figures);
  }

  private Check balance(CheckPlan plan, long rows, Expected.Balance balance) {
    Totals inserts = sum(balance.inserts());
    Totals deletes = sum(balance.deletes());
    return new RowBalance(
            balance.before().whole(constants),
            inserts.effective(),
            deletes.effective(),
            unsure(inserts),
            unsure(deletes))
        .check(context, plan.name(), rows, true);
  }

  private Totals sum(List<Integer> operations) {
    Totals sum = Totals.NONE;
    for (int operation : operations) {
      sum = sum.plus(context.operation(operation));
    }
    return sum;
  }

  /// If statements commit themselves, a transaction may have failed after one of its writes took
  /// effect.
  private long unsure(Totals writes) {
    return file.sessions().autoCommit().truth(constants)
        ? writes.uncertain() + writes.failed()
        : writes.uncertain();
  }
}
