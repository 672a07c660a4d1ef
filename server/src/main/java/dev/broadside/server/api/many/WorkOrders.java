package dev.broadside.server.api.many;

import dev.broadside.core.input.Filing;
import dev.broadside.core.search.JobQuery;
import dev.broadside.core.search.WorkKind;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.feed.WorkView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/// How the server does what [WorkOrder] declares for jobs, studies or groups.
///
/// @param view how one of them is shown
/// @param one finds one by its id
/// @param found the ids that match a query, newest first, at most a number of them
/// @param done carries out each order, by its word, and returns the result, which may be a new job,
///   study or group; throws [HttpProblem] if it cannot; any thread
public record WorkOrders(
    WorkKind kind,
    Class<? extends WorkView> view,
    Function<String, ? extends Optional<? extends WorkView>> one,
    BiFunction<JobQuery, Integer, List<String>> found,
    Map<String, Function<OrderCall, WorkView>> done) {

  public WorkOrders {
    done = Map.copyOf(done);
    Set<String> declared =
        WorkOrder.to(kind).stream().map(WorkOrder::word).collect(Collectors.toSet());
    if (!declared.equals(done.keySet())) {
      throw new IllegalArgumentException(
          "orders to a " + kind + ": declared are " + declared + ", done are " + done.keySet());
    }
  }

  /// One order to one of them.
  ///
  /// @param user who gave it
  /// @param change of folder and tags, for [WorkOrder#FILE]; nothing for other orders
  public record OrderCall(String id, String user, Filing.Change change) {}

  /// Gives an order.
  ///
  /// @throws HttpProblem if it cannot be done
  WorkView give(WorkOrder order, OrderCall call) {
    return Optional.ofNullable(done.get(order.word())).orElseThrow().apply(call);
  }
}
