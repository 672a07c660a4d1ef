package dev.broadside.server.api.many;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.input.Filing;
import java.util.List;
import java.util.Optional;

/// The body of an order to many jobs, studies or groups.
///
/// @param order the word of a [WorkOrder] of the kind, such as `rerun`
/// @param ids of those that are meant; either these or a query is given
/// @param query means those that a list with this query shows; `*` means all
/// @param filing of the order `file`: what changes of each one's folder and tags
/// @param dryRun whether the answer only says which ones are meant
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
