package dev.broadside.sql.file;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.JobDescription;
import dev.broadside.kit.own.Feed;
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
import java.util.Set;

/// A YAML job class that was read and found good. Immutable.
///
/// @param plan what its threads do
public record YamlClass(
    JobDescription description,
    Packing packing,
    SessionPlan sessions,
    JobPlan plan,
    SchemaPlan schema,
    Inputs inputs,
    ChecksPlan checks,
    Review review) {
  /// What a pack is made of, beside the file.
  ///
  /// @param version of the pack
  /// @param attachments the files that the YAML job class names
  public record Packing(String version, List<String> attachments) {}

  /// How sessions behave.
  ///
  /// @param isolation its parameter, whose default the file may choose
  /// @param retry its parameter, likewise
  /// @param autoCommit whether each statement commits itself
  /// @param commits whether a transaction may commit before its end
  public record SessionPlan(
      Parameter.Choice isolation, Parameter.Choice retry, Expression autoCommit, boolean commits) {}

  /// The tables, and the statements around making and dropping them.
  public record SchemaPlan(
      List<SqlVariants> setup,
      List<TablePlan> tables,
      List<SqlVariants> afterLoad,
      List<SqlVariants> cleanup) {}

  /// The queries that are read before and while the load runs, and the feeds.
  ///
  /// @param before the queries asked before the run
  public record Inputs(
      List<BeforePlan> before,
      List<SamplePlan> samples,
      List<GaugePlan> gauges,
      List<FeedPlan> feeds) {
    public Inputs {
      feeds = List.copyOf(feeds);
    }
  }

  /// What must hold after the run.
  ///
  /// @param counts the slots of what agents counted, by name
  /// @param figures the ids of the figures among them, by name
  public record ChecksPlan(
      List<CheckPlan> plans, Map<String, Integer> counts, Map<String, String> figures) {}

  /// What a trial looks at before anything is made.
  ///
  /// @param texts every statement and query of the file
  /// @param unused declarations that nothing in the file uses
  public record Review(List<SqlVariants> texts, List<Problem> unused) {}

  /// What reading a text gives.
  public sealed interface Reading {
    record Good(YamlClass file) implements Reading {}

    /// @param problems each with file, line and column
    record Bad(List<Problem> problems) implements Reading {}
  }

  /// Gives the texts of files beside a YAML job class.
  @FunctionalInterface
  public interface Attachments {
    /// @return empty if there is no such file
    Optional<String> text(String name);
  }

  /// A table to be made and loaded.
  ///
  /// @param name in the database, without the number of one that is alike others
  /// @param copies the slot of how many are alike; below 0 if there is one
  /// @param rows how many; empty if none are loaded
  /// @param columns their values, in order
  /// @param indexes by name, with their columns
  /// @param makers of the state that each loading thread keeps
  /// @param row the slot of the value that counts the rows, from 1
  /// @param copy the slot of the number of one that is alike others, from 1
  /// @param source the text that it was made from, so that a change is noticed
  public record TablePlan(
      SqlTemplate name,
      int copies,
      SqlVariants create,
      Optional<Expression> rows,
      Map<String, Expression> columns,
      List<Frame.StateMaker> makers,
      Map<String, SqlTemplate> indexes,
      int row,
      int copy,
      String source) {}

  /// A query that is asked before the run.
  public record BeforePlan(String name, int slot, SqlVariants query) {}

  /// A column whose values are read before the run.
  public record SamplePlan(String name, int slot, SqlVariants query, int atMost) {}

  /// Rows that threads take one by one.
  ///
  /// @param slot holds an agent's part
  /// @param width how many columns it has
  public record FeedPlan(String name, int slot, Feed.Order order, int width, FeedSource source) {
    /// The id of the figure that says how many rows are left.
    public String left() {
      return "feed." + name + ".left";
    }
  }

  /// Where the rows of a feed come from.
  public sealed interface FeedSource {
    record OfFile(FeedRows rows) implements FeedSource {}

    record OfQuery(SqlVariants query, int atMost) implements FeedSource {}
  }

  /// A figure whose value a query gives.
  ///
  /// @param figure its index
  /// @param per the gauge is the growth in this time; empty if it is the number itself
  public record GaugePlan(int figure, SqlVariants query, Optional<Duration> per) {}

  /// What must hold after the run.
  ///
  /// @param counted the names of what agents counted on which it depends
  public record CheckPlan(
      String name, SqlVariants query, Expected expected, Set<String> counted, boolean decides) {}

  /// What a check expects its number to be.
  public sealed interface Expected {
    record Equal(Expression value, Expression within) implements Expected {}

    record Between(Expression low, Expression high) implements Expected {}

    /// @param inserts operations that each insert a row
    /// @param deletes operations that each delete one
    record Balance(Expression before, List<Integer> inserts, List<Integer> deletes)
        implements Expected {}
  }
}
