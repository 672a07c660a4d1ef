package dev.broadside.sql.file;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.JobDescription;
import dev.broadside.sql.plan.FeedRows;
import dev.broadside.sql.plan.JobPlan;
import dev.broadside.sql.plan.SqlTemplate;
import dev.broadside.sql.plan.SqlVariants;
import dev.broadside.sql.value.Expression;
import dev.broadside.sql.value.Frame;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A job file that was read and found good. Never changes.
///
/// @param version of the pack that is made of it
/// @param attachments the files that it names, beside it
/// @param autoCommit whether each statement commits itself
/// @param before the values asked for before the run, by the numbers of their values
/// @param feeds by the numbers of the values in which an agent's parts of them lie
/// @param counts the numbers of the values that checks know: what agents counted, by name
/// @param texts every statement and query, wherever it stands
/// @param unused what is declared, and nothing in the file needs
/// @param isolation its parameter, whose preset the file may choose
/// @param retry its parameter
public record JobFile(
    JobDescription description,
    String version,
    List<String> attachments,
    JobPlan plan,
    Expression autoCommit,
    List<SqlVariants> setup,
    List<TablePlan> tables,
    List<SqlVariants> afterLoad,
    List<SqlVariants> cleanup,
    List<BeforePlan> before,
    List<SamplePlan> samples,
    List<GaugePlan> gauges,
    Map<Integer, FeedRows> feeds,
    List<CheckPlan> checks,
    Map<String, Integer> counts,
    List<SqlVariants> texts,
    List<Problem> unused,
    Parameter.Choice isolation,
    Parameter.Choice retry) {

  /// What reading a text gives.
  public sealed interface Reading {
    record Good(JobFile file) implements Reading {}

    /// @param problems each with file, line and column
    record Bad(List<Problem> problems) implements Reading {}
  }

  /// Gives the texts of files beside a job file.
  @FunctionalInterface
  public interface Attachments {
    /// @return empty where there is no such file
    Optional<String> text(String name);
  }

  /// A table to be made and loaded.
  ///
  /// @param name in the database
  /// @param rows how many; empty where none are loaded
  /// @param columns their values, in order
  /// @param indexes by name, with their columns
  /// @param makers what is made for each thread that loads it
  /// @param row the number of the value that numbers the rows, from 1
  /// @param source what it was made of, so that a change is noticed
  public record TablePlan(
      SqlTemplate name,
      SqlVariants create,
      Optional<Expression> rows,
      Map<String, Expression> columns,
      List<Frame.StateMaker> makers,
      Map<String, SqlTemplate> indexes,
      int row,
      String source) {}

  /// A query that is asked before the run.
  public record BeforePlan(String name, int slot, SqlVariants query) {}

  /// Values of a column.
  public record SamplePlan(String name, int slot, SqlVariants query, int atMost) {}

  /// A figure that the database answers for.
  ///
  /// @param figure its index
  /// @param per the time in which the growth is told; empty where the number itself is
  public record GaugePlan(int figure, SqlVariants query, Optional<Duration> per) {}

  /// What must hold after the run.
  ///
  /// @param counted whether what is expected depends on what agents counted
  public record CheckPlan(
      String name, SqlVariants query, Expected expected, boolean counted, boolean decides) {}

  /// What a check expects of the number that it finds.
  public sealed interface Expected {
    record Equal(Expression value, Expression within) implements Expected {}

    record Between(Expression low, Expression high) implements Expected {}

    /// @param inserts operations that each insert a row
    /// @param deletes operations that each delete one
    record Balance(Expression before, List<Integer> inserts, List<Integer> deletes)
        implements Expected {}
  }
}
