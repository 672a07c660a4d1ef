package dev.broadside.server.api.many;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.input.Filing;
import dev.broadside.core.input.JsonFields;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.param.Problem;
import dev.broadside.core.search.JobQuery;
import dev.broadside.core.search.JobQueryText;
import dev.broadside.core.time.Time;
import dev.broadside.server.api.many.WorkOrders.OrderCall;
import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.Call;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.JsonBodies;
import dev.broadside.server.exchange.Reply;
import dev.broadside.server.exchange.Resource;
import dev.broadside.server.exchange.Route;
import dev.broadside.server.exchange.WorkList;
import dev.broadside.server.feed.WorkView;
import dev.broadside.server.store.base.DamagedException;
import dev.broadside.server.store.base.StoreException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// Orders to one job, study or group, and to many of a kind.
public record OrderRoutes(WorkOrders orders, Time time) implements Resource {
  /// The most jobs, studies or groups for one order.
  private static final int MOST = 1_000;

  @Override
  public String title() {
    return many();
  }

  private String many() {
    return orders.kind().plural();
  }

  private List<WorkOrder> all() {
    return WorkOrder.to(orders.kind());
  }

  @Override
  public List<Route> routes() {
    return Stream.concat(
            all().stream().filter(WorkOrder::routed).map(this::toOne), Stream.of(toMany()))
        .toList();
  }

  private Route toOne(WorkOrder order) {
    String path = "/api/v1/" + many() + "/{id}";
    Route route =
        order.word().equals(WorkOrder.DELETE)
            ? Route.delete(path, Access.OPERATOR, call -> give(order, call))
            : Route.post(path + "/" + order.word(), Access.OPERATOR, call -> give(order, call));
    return route
        .named(order.word() + capital(orders.kind().word()), order.summary())
        .more(order.more())
        .gives(order.status(), orders.view())
        .fails(order.fails().toArray(Kind[]::new));
  }

  private static String capital(String word) {
    return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }

  private Reply give(WorkOrder order, Call call) {
    String id = call.path("id");
    WorkView after =
        orders.give(order, new OrderCall(id, call.caller().user(), Filing.Change.NONE));
    return after.id().equals(id)
        ? new Reply.Json(order.status(), after)
        : new Reply.Json(
            order.status(), after, Map.of("Location", "/api/v1/" + many() + "/" + after.id()));
  }

  private Route toMany() {
    return Route.post("/api/v1/" + many() + "/orders", Access.OPERATOR, this::give)
        .named(
            "order" + capital(many()),
            "Give one order to many " + many() + ", by ids or by a query.")
        .body(new Route.Body.Json(JsonBodies.LARGE, OrderBody.class))
        .more(
            """
            At most 1,000 %1$s; the orders are %2$s. If the request itself is wrong, nothing is \
            done; otherwise the answer says for each whether it was done, or why not. With \
            `dryRun` the answer only lists the %1$s.
            """
                .formatted(many(), words("`", "`")))
        .gives(Done.class)
        .fails(Kind.WRONG_INPUT);
  }

  private String words(String open, String close) {
    return all().stream().map(one -> open + one.word() + close).collect(Collectors.joining(", "));
  }

  /// The result of an order.
  ///
  /// @param items in the order of the given ids, or newest first
  record Done(List<Ordered> items) {}

  /// The result for one of them.
  ///
  /// @param name empty if it does not exist
  /// @param state its state afterwards; empty if it does not exist
  /// @param done false if there is a problem, or nothing had to be done
  /// @param problem why it was not done, in one sentence
  /// @param newId for `rerun`: the id of the new one
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record Ordered(
      String id,
      String name,
      String state,
      boolean done,
      Optional<String> problem,
      Optional<String> newId) {}

  /// A checked order.
  private record Read(WorkOrder order, List<String> ids, Filing.Change change, boolean dry) {}

  private Reply give(Call call) {
    Read order = read(JsonBodies.read(call.body()));
    String user = call.caller().user();
    return Reply.ok(new Done(order.ids.stream().map(id -> ordered(order, id, user)).toList()));
  }

  private Ordered ordered(Read read, String id, String user) {
    Ordered before =
        orders
            .one()
            .apply(id)
            .map(one -> ordered(id, one, false))
            .orElse(new Ordered(id, "", "", false, Optional.empty(), Optional.empty()));
    if (read.dry) {
      return before;
    }
    try {
      return ordered(id, orders.give(read.order, new OrderCall(id, user, read.change)), true);
    } catch (HttpProblem e) {
      return refused(before, e.sentence());
    } catch (StoreException | DamagedException e) {
      return refused(before, String.valueOf(e.getMessage()));
    } catch (CompletionException e) {
      if (e.getCause() instanceof StoreException || e.getCause() instanceof DamagedException) {
        return refused(before, String.valueOf(e.getCause().getMessage()));
      }
      throw e;
    }
  }

  private static Ordered ordered(String id, WorkView one, boolean done) {
    Optional<String> made = Optional.of(one.id()).filter(other -> !other.equals(id));
    return new Ordered(id, one.name(), one.state(), done, Optional.empty(), made);
  }

  private static Ordered refused(Ordered one, String why) {
    return new Ordered(one.id, one.name, one.state, false, Optional.of(why), Optional.empty());
  }

  private Read read(JsonNode body) {
    List<Problem> problems = new ArrayList<>();
    JsonFields fields = new JsonFields(body, "", problems);
    fields.onlyKnow(List.of("order", "ids", "query", "filing", "dryRun"));
    String word = fields.text("order", Bounds.MAX_NAME).orElse("");
    Optional<WorkOrder> order = all().stream().filter(one -> one.word().equals(word)).findFirst();
    if (order.isEmpty()) {
      fields.wrong("order", "there is no such order", "give one of " + words("", ""));
    }
    Filing.Change change =
        order.isPresent() && word.equals(WorkOrder.FILE)
            ? Filing.Change.read(fields.within("filing"))
            : Filing.Change.NONE;
    if (fields.node("ids").isPresent() == fields.node("query").isPresent()) {
      fields.wrong("ids", "ids and query are both there, or neither", "give one of them");
    }
    fields
        .node("dryRun")
        .filter(node -> !node.isBoolean())
        .ifPresent(_ -> fields.wrong("dryRun", "it is neither true nor false", "give one of them"));
    Optional<JobQuery> query =
        fields.text("query", JobQueryText.LONGEST).flatMap(text -> query(text, fields));
    Set<String> ids = ids(fields);
    HttpProblem.refuseIfAny(problems);
    List<String> meant =
        query.map(which -> orders.found().apply(which, MOST + 1)).orElseGet(() -> List.copyOf(ids));
    if (meant.size() > MOST) {
      fields.wrong("query", "it means more than 1,000 " + many(), "ask for fewer at once");
      HttpProblem.refuseIfAny(problems);
    }
    return new Read(order.orElseThrow(), meant, change, body.path("dryRun").asBoolean(false));
  }

  private Optional<JobQuery> query(String text, JsonFields fields) {
    if (text.isBlank()) {
      fields.wrong("query", "it is empty", "give a query; * means all " + many());
      return Optional.empty();
    }
    return Optional.of(WorkList.query(text, orders.kind(), time.now()));
  }

  private Set<String> ids(JsonFields fields) {
    Set<String> ids = new LinkedHashSet<>();
    fields
        .node("ids")
        .ifPresent(node -> {
          boolean texts =
              node.isArray()
                  && node.valueStream()
                      .allMatch(id -> id.isString() && id.asString().length() <= Bounds.MAX_NAME);
          if (!texts || node.isEmpty() || node.size() > MOST) {
            fields.wrong(
                "ids",
                "they are no list of 1 to 1,000 ids of " + many(),
                "give ids as in a list of " + many());
          } else {
            node.forEach(id -> ids.add(id.asString()));
          }
        });
    return ids;
  }
}
