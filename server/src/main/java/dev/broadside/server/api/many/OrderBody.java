package dev.broadside.server.api.many;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.input.Filing;
import java.util.List;
import java.util.Optional;

/// The body of an order to many jobs, studies or groups.
///
/// @param order the word of a [WorkOrder] of the kind, such as `rerun`
/// @param ids the ids of those that get the order; either ids or a query is given
/// @param query the order goes to all that a list with this query shows; `*` stands for all
/// @param filing of the order `file`: what changes of each one's folder and tags
/// @param dryRun whether the answer only lists those that would get the order
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record OrderBody(
    String order,
    Optional<List<String>> ids,
    Optional<String> query,
    Optional<Filing.Change> filing,
    Optional<Boolean> dryRun) {

  /// This order, given to certain ids instead of a query.
  public OrderBody to(List<String> some) {
    return new OrderBody(order, Optional.of(some), Optional.empty(), filing, Optional.of(false));
  }
}
