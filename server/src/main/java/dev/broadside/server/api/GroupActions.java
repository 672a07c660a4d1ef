package dev.broadside.server.api;

import dev.broadside.core.group.GroupDocument;
import dev.broadside.core.input.ScheduleFields;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.Json;
import dev.broadside.core.search.JobQuery.Of;
import dev.broadside.core.time.NewIds;
import dev.broadside.server.api.many.Orderable;
import dev.broadside.server.api.many.Orderable.Action;
import dev.broadside.server.api.many.Orderable.Shown;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.group.GroupSubmission;
import dev.broadside.server.group.GroupView;
import dev.broadside.server.group.Groups;
import dev.broadside.server.submit.GroupReading;
import dev.broadside.server.submit.SubmitRequest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What can be done with one group that is there, for the routes of one and of many. Each gives the
/// group afterwards, and throws [HttpProblem] where that cannot be; any thread.
public final class GroupActions {
  private static final Logger LOG = LoggerFactory.getLogger(GroupActions.class);

  private final Groups groups;
  private final SubmitRequest.Reader reader;
  private final NewIds ids;

  public GroupActions(Groups groups, SubmitRequest.Reader reader, NewIds ids) {
    this.groups = groups;
    this.reader = reader;
    this.ids = ids;
  }

  /// Groups as what takes orders, many at a time.
  public Orderable<GroupView> orderable() {
    return new Orderable<>(
        Of.GROUP,
        "groups",
        groups::group,
        groups::ids,
        group -> new Shown(group.id(), group.name(), group.state()),
        List.of(
            new Action<>("stop", to -> stop(to.id(), to.user())),
            new Action<>("resume", to -> resume(to.id())),
            new Action<>("rerun", to -> rerun(to.id())),
            new Action<>("delete", to -> delete(to.id(), to.user())),
            new Action<>("restore", to -> restore(to.id(), to.user())),
            new Action<>("enable", to -> switched(to.id(), false, to.user())),
            new Action<>("disable", to -> switched(to.id(), true, to.user()))));
  }

  /// A group that is there.
  GroupView existing(String id) {
    return found(groups.group(id), id);
  }

  GroupReading read(JsonNode body) {
    return GroupReading.of(body, reader, groups::plan);
  }

  /// Submits what was read. While packs are kept.
  GroupSubmission submit(GroupReading reading) {
    String id = reading.id().orElseGet(() -> ids.make("group"));
    return groups.submit(id, reading.plan(), reading.document().toString(), reading.asked()).join();
  }

  /// What was submitted, without its secrets.
  ObjectNode document(String id) {
    return (ObjectNode) Json.mapper().readTree(found(groups.document(id), id));
  }

  /// Asks for something else of a group that waits for its time. While packs are kept.
  GroupView edit(String id, JsonNode body, String user) {
    GroupReading reading = GroupReading.edited(id, body, reader, groups.plan(id), groups.asked(id));
    existing(id);
    String document = reading.document().toString();
    return amended(id, groups.edit(id, reading.plan(), document, reading.asked()), "edited", user);
  }

  /// Keeps a group that waits for its time from beginning, or lets it begin.
  GroupView switched(String id, boolean off, String user) {
    existing(id);
    return amended(id, groups.switched(id, off), off ? "disabled" : "enabled", user);
  }

  /// @param objection why it could not be
  private GroupView amended(
      String id, CompletableFuture<Optional<String>> objection, String done, String user) {
    objection
        .join()
        .ifPresent(what -> {
          throw conflict(id, what, "submit it anew with 'broadside group rerun'");
        });
    LOG.info("{} {} group {}", user, done, id);
    return existing(id);
  }

  GroupView stop(String id, String user) {
    return found(groups.stop(id, user).join(), id);
  }

  GroupView resume(String id) {
    switch (existing(id).state()) {
      case "completed" ->
          throw conflict(
              id, "all of its members have succeeded", "run it once more with 'group rerun'");
      case "running" -> throw conflict(id, "it goes on", "stop it first");
      case "stopping" -> throw conflict(id, "it is being stopped", "wait until it is over");
      default -> {
        // It was stopped, or has failed.
      }
    }
    return found(groups.resume(id).join(), id);
  }

  /// Submits a group once more, as it was asked for, with its secrets.
  GroupView rerun(String id) {
    ObjectNode document = document(id);
    document.remove(GroupDocument.ID);
    ScheduleFields.forget(document);
    return reader
        .packs()
        .keeping(() ->
            switch (submit(read(document).withSecretsOf(groups.asked(id)))) {
              case GroupSubmission.Accepted(GroupView group) -> group;
              case GroupSubmission.Known(GroupView group) -> group;
              case GroupSubmission.Conflict(String sentence) ->
                  throw HttpProblem.of(Kind.CONFLICT, sentence);
            });
  }

  GroupView delete(String id, String user) {
    GroupView group = existing(id);
    Optional<String> objection = groups.delete(id).join();
    if (objection.isPresent()) {
      throw conflict(id, objection.get(), "stop it first");
    }
    LOG.info("{} deleted group {}", user, id);
    return group;
  }

  GroupView restore(String id, String user) {
    GroupView group = groups.restore(id).orElseThrow(() -> HttpProblem.noSuchDeleted("group", id));
    LOG.info("{} brought group {} back", user, id);
    return group;
  }

  private static HttpProblem conflict(String id, String what, String mend) {
    return HttpProblem.conflict(Problem.wrong("group " + id, what, mend));
  }

  private static <T> T found(Optional<T> thing, String id) {
    return thing.orElseThrow(() -> HttpProblem.noSuch("group", id));
  }
}
