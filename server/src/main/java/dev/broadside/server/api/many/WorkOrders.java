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

/// The orders for jobs, studies or groups. Each is declared once, which makes both the route for
/// one of them and the word for an order to many.
///
/// @param view the type of a reply about one
/// @param one finds one by its id
/// @param found the ids that match a query, newest first, at most a number of them
public record WorkOrders(
    WorkKind kind,
    Class<? extends WorkView> view,
    Function<String, ? extends Optional<? extends WorkView>> one,
    BiFunction<JobQuery, Integer, List<String>> found,
    List<WorkOrder> all) {
  /// The order that changes folder and tags.
  public static final String FILE = "file";

  static final String DELETE = "delete";

  public WorkOrders {
    all = List.copyOf(all);
  }

  /// The subject of an order.
  ///
  /// @param user who gave it
  /// @param change for [#FILE] only
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

    /// An order that is carried out before its answer.
    public static WorkOrder of(String word, String summary, Function<OrderCall, WorkView> done) {
      return new WorkOrder(word, summary, "", 200, List.of(), done);
    }

    /// An order for which another route exists, for one of them.
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
