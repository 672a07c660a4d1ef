package dev.broadside.server.api.many;

import dev.broadside.core.input.Filing;
import dev.broadside.core.search.JobQuery;
import dev.broadside.core.search.WorkKind;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.feed.WorkView;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/// What can be ordered of jobs, studies or groups. Each order is declared once: that makes the
/// route by which it goes to one of them, and its word in an order to many.
///
/// @param view as what one of them is shown
/// @param one finds one by its id
/// @param found the ids of those that a query means, newest first, at most so many
public record WorkOrders(
    WorkKind kind,
    Class<? extends WorkView> view,
    Function<String, ? extends Optional<? extends WorkView>> one,
    BiFunction<JobQuery, Integer, List<String>> found,
    List<WorkOrder> all) {
  /// The order that says what changes of folder and tags.
  public static final String FILE = "file";

  static final String DELETE = "delete";

  public WorkOrders {
    all = List.copyOf(all);
  }

  /// To which one an order goes.
  ///
  /// @param user who gave it
  /// @param change of [#FILE]; else nothing
  public record OrderCall(String id, String user, Filing.Change change) {}

  /// One order.
  ///
  /// @param word for it, such as `cancel`
  /// @param summary what it does to one job, study or group; empty if another route does that
  /// @param more a longer description
  /// @param status the status code of its route
  /// @param fails how it may fail, besides that there is no such job, study or group
  /// @param done carries the order out and returns the result, which may be a new job, study or
  ///   group; throws [HttpProblem] if it cannot; any thread
  public record WorkOrder(
      String word,
      String summary,
      String more,
      int status,
      List<HttpProblem.Kind> fails,
      Function<OrderCall, WorkView> done) {

    /// One that is done by the time of its answer.
    public static WorkOrder of(String word, String summary, Function<OrderCall, WorkView> done) {
      return new WorkOrder(word, summary, "", 200, List.of(), done);
    }

    /// One for which one of them has a route of its own.
    public static WorkOrder toMany(String word, Function<OrderCall, WorkView> done) {
      return of(word, "", done);
    }

    /// This order, answered before it has taken effect.
    public WorkOrder started() {
      return new WorkOrder(word, summary, more, 202, fails, done);
    }

    public WorkOrder more(String text) {
      return new WorkOrder(word, summary, text, status, fails, done);
    }

    public WorkOrder fails(HttpProblem.Kind... kinds) {
      return new WorkOrder(word, summary, more, status, List.of(kinds), done);
    }
  }
}
