package dev.broadside.server.api.many;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.input.Filing;
import dev.broadside.core.input.JsonFields;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.param.Problem;
import dev.broadside.core.search.JobQuery;
import dev.broadside.core.search.JobQueryText;
import dev.broadside.core.time.Time;
import dev.broadside.server.api.many.Orderable.Action;
import dev.broadside.server.api.many.Orderable.Given;
import dev.broadside.server.api.many.Orderable.Shown;
import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.Call;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.JsonBodies;
import dev.broadside.server.exchange.Reply;
import dev.broadside.server.exchange.Resource;
import dev.broadside.server.exchange.Route;
import dev.broadside.server.exchange.WorkList;
import dev.broadside.server.store.base.DamagedException;
import dev.broadside.server.store.base.StoreException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// One order to many things of a kind.
public record OrderRoutes<V>(Orderable<V> kind, JsonBodies bodies, Time time) implements Resource {
  /// An order goes to no more of them.
  private static final int MOST = 1_000;

  @Override
  public String title() {
    return kind.plural();
  }

  @Override
  public List<Route> routes() {
    String many = kind.plural();
    String named = many.substring(0, 1).toUpperCase(Locale.ROOT) + many.substring(1);
    return List.of(
        Route.post("/api/v1/" + many + "/orders", Access.OPERATOR, this::give)
            .named("order" + named, "Give one order to many " + many + ", by ids or by a query.")
            .body(new Route.Body.Json(JsonBodies.LARGE, Order.class))
            .more(
                """
                At most 1,000 %1$s; what can be ordered is %2$s. Where the request itself is \
                wrong, nothing is done; else the answer says of each whether it was done, or why \
                not. With `dryRun` it says which %1$s are meant, and nothing is done.
                """
                    .formatted(many, words("`", "`")))
            .gives(Done.class)
            .fails(Kind.WRONG_INPUT));
  }

  private String words(String open, String close) {
    return kind.actions().stream()
        .map(one -> open + one.word() + close)
        .collect(Collectors.joining(", "));
  }

  /// An order.
  ///
  /// @param order a word that the kind knows, such as `rerun`
  /// @param ids of them; either these or a query
  /// @param query as the list takes it; `*` means all
  /// @param filing of `file`, what changes of each one's folder and tags
  /// @param dryRun whether nothing is done
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record Order(
      String order,
      Optional<List<String>> ids,
      Optional<String> query,
      Optional<Filing.Change> filing,
      Optional<Boolean> dryRun) {}

  /// What came of an order.
  ///
  /// @param items those that were meant, in the order of their ids as given, or newest first
  record Done(List<Ordered> items) {}

  /// What came of it for one.
  ///
  /// @param name empty where it is not there
  /// @param state as it is afterwards; empty where it is not there
  /// @param done false where there is a problem, and where nothing was to be done
  /// @param problem why it was not done, in one sentence
  /// @param newId of `rerun`, the one that was submitted
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record Ordered(
      String id,
      String name,
      String state,
      boolean done,
      Optional<String> problem,
      Optional<String> newId) {}

  /// An order as it was read.
  private record Read<V>(Action<V> action, List<String> ids, Filing.Change change, boolean dry) {}

  private Reply give(Call call) {
    Read<V> order = read(bodies.read(call.body()));
    String user = call.caller().user();
    return Reply.ok(new Done(order.ids.stream().map(id -> ordered(order, id, user)).toList()));
  }

  private Ordered ordered(Read<V> order, String id, String user) {
    Shown before = kind.one().apply(id).map(kind.shown()).orElse(new Shown(id, "", ""));
    if (order.dry) {
      return new Ordered(
          id, before.name(), before.state(), false, Optional.empty(), Optional.empty());
    }
    try {
      Shown after =
          kind.shown().apply(order.action.done().apply(new Given(id, user, order.change)));
      Optional<String> made = Optional.of(after.id()).filter(other -> !other.equals(id));
      return new Ordered(id, after.name(), after.state(), true, Optional.empty(), made);
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

  private static Ordered refused(Shown one, String why) {
    return new Ordered(
        one.id(), one.name(), one.state(), false, Optional.of(why), Optional.empty());
  }

  private Read<V> read(JsonNode body) {
    List<Problem> problems = new ArrayList<>();
    JsonFields fields = new JsonFields(body, "", problems);
    fields.onlyKnow(List.of("order", "ids", "query", "filing", "dryRun"));
    String word = fields.text("order", Bounds.MAX_NAME).orElse("");
    Optional<Action<V>> action =
        kind.actions().stream().filter(one -> one.word().equals(word)).findFirst();
    if (action.isEmpty()) {
      fields.wrong("order", "there is no such order", "give one of " + words("", ""));
    }
    Filing.Change change =
        action.isPresent() && word.equals(Orderable.FILE)
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
        query.map(which -> kind.found().apply(which, MOST + 1)).orElseGet(() -> List.copyOf(ids));
    if (meant.size() > MOST) {
      fields.wrong("query", "it means more than 1,000 " + kind.plural(), "ask for fewer at once");
      HttpProblem.refuseIfAny(problems);
    }
    return new Read<>(action.orElseThrow(), meant, change, body.path("dryRun").asBoolean(false));
  }

  private Optional<JobQuery> query(String text, JsonFields fields) {
    if (text.isBlank()) {
      fields.wrong("query", "it is empty", "give a query; * means all " + kind.plural());
      return Optional.empty();
    }
    return Optional.of(WorkList.query(text, kind.kind(), time.now()));
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
                "they are no list of 1 to 1,000 ids of " + kind.plural(),
                "give ids as in a list of " + kind.plural());
          } else {
            node.forEach(id -> ids.add(id.asString()));
          }
        });
    return ids;
  }
}
