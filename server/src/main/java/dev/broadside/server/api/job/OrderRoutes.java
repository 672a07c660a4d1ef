package dev.broadside.server.api.job;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.input.Filing;
import dev.broadside.core.input.JsonFields;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.param.Problem;
import dev.broadside.core.search.JobQuery;
import dev.broadside.core.search.JobQuery.Of;
import dev.broadside.core.search.JobQueryText;
import dev.broadside.core.time.Time;
import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.Call;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.JsonBodies;
import dev.broadside.server.exchange.Reply;
import dev.broadside.server.exchange.Resource;
import dev.broadside.server.exchange.Route;
import dev.broadside.server.exchange.WorkList;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.jobs.Coordinator;
import dev.broadside.server.store.base.StoreException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// One order to many jobs.
public final class OrderRoutes implements Resource {
  /// An order goes to no more jobs.
  private static final int MOST = 1_000;

  private final Coordinator coordinator;
  private final JobActions actions;
  private final JsonBodies bodies;
  private final Time time;

  public OrderRoutes(Coordinator coordinator, JobActions actions, JsonBodies bodies, Time time) {
    this.coordinator = coordinator;
    this.actions = actions;
    this.bodies = bodies;
    this.time = time;
  }

  @Override
  public String title() {
    return "jobs";
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.post("/api/v1/jobs/orders", Access.OPERATOR, this::give)
            .named("orderJobs", "Give one order to many jobs, by their ids or by a query.")
            .body(new Route.Body.Json(JsonBodies.LARGE, Order.class))
            .more(
                """
                At most 1,000 jobs. Where the request itself is wrong, nothing is done; else the \
                answer says of each job whether it was done, or why not. With `dryRun` it says which \
                jobs are meant, and nothing is done.
                """)
            .gives(Done.class)
            .fails(Kind.WRONG_INPUT));
  }

  /// What can be ordered.
  enum Verb {
    CANCEL,
    KILL,
    DELETE,
    RESTORE,
    RERUN,
    ENABLE,
    DISABLE,
    FILE;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// An order.
  ///
  /// @param order `cancel`, `kill`, `delete`, `restore`, `rerun`, `enable`, `disable` or `file`
  /// @param ids of the jobs; either these or a query
  /// @param query as `listJobs` takes it; `*` means all
  /// @param filing of `file`, what changes of each job's folder and tags
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
  /// @param jobs those that were meant, in the order of their ids as given, or newest first
  record Done(List<Ordered> jobs) {}

  /// What came of it for one job.
  ///
  /// @param name empty where the job is not there
  /// @param state as it is afterwards; empty where the job is not there
  /// @param done false where there is a problem, and where nothing was to be done
  /// @param problem why it was not done, in one sentence
  /// @param newId of `rerun`, the job that was submitted
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record Ordered(
      String id,
      String name,
      String state,
      boolean done,
      Optional<String> problem,
      Optional<String> newId) {}

  /// An order as it was read.
  private record Read(Verb verb, List<String> ids, Filing.Change change, boolean dry) {}

  private Reply give(Call call) {
    Read order = read(bodies.read(call.body()));
    String user = call.caller().user();
    return Reply.ok(new Done(order.ids.stream().map(id -> ordered(order, id, user)).toList()));
  }

  private Ordered ordered(Read order, String id, String user) {
    Optional<JobView> job = coordinator.job(id);
    try {
      if (order.dry) {
        return ordered(id, job, false, Optional.empty());
      }
      JobView after =
          switch (order.verb) {
            case CANCEL -> actions.cancel(id, user);
            case KILL -> actions.kill(id, user);
            case DELETE -> actions.delete(id, false, user);
            case RESTORE -> actions.restore(id, user);
            case RERUN -> actions.rerun(id);
            case ENABLE -> actions.switched(id, false, user);
            case DISABLE -> actions.switched(id, true, user);
            case FILE -> actions.file(id, order.change);
          };
      Ordered done = ordered(id, Optional.of(after), true, Optional.empty());
      return after.id().equals(id)
          ? done
          : new Ordered(id, done.name, done.state, true, Optional.empty(), Optional.of(after.id()));
    } catch (HttpProblem e) {
      return ordered(id, job, false, Optional.of(e.sentence()));
    } catch (StoreException e) {
      return ordered(id, job, false, Optional.of(String.valueOf(e.getMessage())));
    } catch (CompletionException e) {
      if (e.getCause() instanceof StoreException store) {
        return ordered(id, job, false, Optional.of(String.valueOf(store.getMessage())));
      }
      throw e;
    }
  }

  private static Ordered ordered(
      String id, Optional<JobView> job, boolean done, Optional<String> problem) {
    return new Ordered(
        id,
        job.map(JobView::name).orElse(""),
        job.map(JobView::state).orElse(""),
        done,
        problem,
        Optional.empty());
  }

  private Read read(JsonNode body) {
    List<Problem> problems = new ArrayList<>();
    JsonFields fields = new JsonFields(body, "", problems);
    fields.onlyKnow(List.of("order", "ids", "query", "filing", "dryRun"));
    String word = fields.text("order", Bounds.MAX_NAME).orElse("");
    Optional<Verb> verb =
        Arrays.stream(Verb.values()).filter(one -> one.word().equals(word)).findFirst();
    if (verb.isEmpty()) {
      String all = Arrays.stream(Verb.values()).map(Verb::word).collect(Collectors.joining(", "));
      fields.wrong("order", "there is no such order", "give one of " + all);
    }
    Filing.Change change =
        verb.filter(Verb.FILE::equals).isPresent()
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
    refuse(problems);
    List<String> meant =
        query.map(jobs -> coordinator.ids(jobs, MOST + 1)).orElseGet(() -> List.copyOf(ids));
    if (meant.size() > MOST) {
      fields.wrong("query", "it means more than 1,000 jobs", "ask for fewer at once");
      refuse(problems);
    }
    return new Read(verb.orElseThrow(), meant, change, body.path("dryRun").asBoolean(false));
  }

  private Optional<JobQuery> query(String text, JsonFields fields) {
    if (text.isBlank()) {
      fields.wrong("query", "it is empty", "give a query; * means all jobs");
      return Optional.empty();
    }
    return Optional.of(WorkList.query(text, Of.JOB, time.now()));
  }

  private static Set<String> ids(JsonFields fields) {
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
                "they are no list of 1 to 1,000 ids of jobs",
                "give ids as in a list of jobs");
          } else {
            node.forEach(id -> ids.add(id.asString()));
          }
        });
    return ids;
  }

  private static void refuse(List<Problem> problems) {
    if (!problems.isEmpty()) {
      throw HttpProblem.wrongInput(problems);
    }
  }
}
