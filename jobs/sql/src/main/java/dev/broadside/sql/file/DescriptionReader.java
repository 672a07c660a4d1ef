package dev.broadside.sql.file;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.JobDescription;
import dev.broadside.kit.engine.RetryPolicy;
import dev.broadside.kit.jdbc.TargetParameters;
import dev.broadside.kit.own.Feed;
import dev.broadside.sql.file.YamlClass.FeedPlan;
import dev.broadside.sql.plan.TransactionPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads the description of a job class: its titles, parameters, operations and figures. For one
/// YAML job class.
///
/// @param feeds of the file
/// @param problems everything that is wrong is added here
record DescriptionReader(YamlNode root, List<FeedPlan> feeds, List<Problem> problems) {

  Parameter.Choice isolation() {
    Parameter.Choice choice = TargetParameters.ISOLATION;
    return root.text("isolation").map(choice::preset).orElse(choice);
  }

  Parameter.Choice retry() {
    Optional<YamlNode> word = root.get("retry").filter(YamlNode::isScalar);
    return word.map(node -> RetryPolicy.PARAMETER.preset(node.text()))
        .orElse(RetryPolicy.PARAMETER);
  }

  /// The description of the job class.
  ///
  /// @param own the parameters of the file
  /// @param prefixed whether its tables have a prefix that the user chooses
  /// @param rollsBack whether the business may roll a transaction back
  Optional<JobDescription> read(
      List<Parameter<?>> own,
      Set<Parameter<?>> perPhase,
      boolean prefixed,
      boolean rollsBack,
      List<Figure> figures) {
    YamlNode id = root.get(YamlClassReader.FIRST_KEY).orElseThrow();
    List<String> operations = new ArrayList<>(names("statements"));
    operations.add("commit");
    if (rollsBack) {
      operations.add("rollback");
    }
    List<Parameter<?>> common = new ArrayList<>(List.of(isolation(), retry()));
    if (prefixed) {
      common.add(TargetParameters.TABLE_PREFIX);
    }
    if (!entries("tables").isEmpty()) {
      common.addAll(
          List.of(
              TargetParameters.LOAD_THREADS,
              TargetParameters.FINGERPRINT,
              TargetParameters.CLEAN_UP,
              TargetParameters.FRESH));
    }
    String title = root.text("title").orElse(id.text());
    try {
      Parameters all =
          TargetParameters.ALL
              .and(new Parameters(own).perPhase(perPhase.toArray(Parameter<?>[]::new)))
              .and(new Parameters(common).folded());
      return Optional.of(
          new JobDescription(
              id.text(),
              title,
              root.text("summary").map(text -> text.strip().replace('\n', ' ')).orElse(title),
              all,
              operations,
              figures));
    } catch (IllegalArgumentException e) {
      problems.add(id.problem(String.valueOf(e.getMessage()), "mend the file"));
      return Optional.empty();
    }
  }

  /// The author's figures; right behind them, if there are several kinds of transactions, the time
  /// that each kind takes, and how many of each did not end well; then how many rows of each feed
  /// are left that come once.
  ///
  /// @param asked further ones, for the checks
  List<Figure> figures(List<Figure> asked) {
    List<Figure> figures = new ArrayList<>();
    entries("figures")
        .forEach((id, node) -> {
          try {
            figures.add(figure(id, node));
          } catch (IllegalArgumentException e) {
            problems.add(node.problem(String.valueOf(e.getMessage()), "mend the declaration"));
          }
        });
    if (entries("transactions").size() > 1) {
      for (String name : names("transactions")) {
        figures.add(
            Figure.ofTransaction(name)
                .help("from its first step to its commit, repetitions left out"));
      }
      if (names("transactions").size() <= TransactionPlan.MOST_COUNTED) {
        names("transactions").forEach(name -> figures.add(Figure.ofFailed(name)));
      }
    }
    feeds.stream()
        .filter(feed -> feed.order() == Feed.Order.ONCE)
        .map(feed ->
            Figure.last(feed.left(), "rows", "Rows of feed " + feed.name() + " left")
                .help("on the agent that has most of them"))
        .forEach(figures::add);
    figures.addAll(asked);
    return figures;
  }

  private static Figure figure(String id, YamlNode node) {
    String unit = node.text("unit").orElse("");
    String label = node.text("label").orElse(id);
    Figure figure =
        switch (node.text("kind").orElse("")) {
          case "sum" -> Figure.sum(id, unit, label);
          case "distribution" -> Figure.distribution(id, unit, label);
          case "duration" -> Figure.duration(id, label);
          case "last" -> Figure.last(id, unit, label);
          case "mean" -> Figure.mean(id, unit, label);
          case "worst" -> Figure.worst(id, unit, label);
          default -> Figure.count(id, unit, label);
        };
    Figure helped = node.text("help").map(figure::help).orElse(figure);
    return FileReading.flag(node.get("every-attempt"), false) ? helped.ofEveryAttempt() : helped;
  }

  private Map<String, YamlNode> entries(String section) {
    return root.get(section).map(YamlNode::entries).orElse(Map.of());
  }

  private List<String> names(String section) {
    return List.copyOf(entries(section).keySet());
  }
}
