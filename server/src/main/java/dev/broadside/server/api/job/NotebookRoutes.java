package dev.broadside.server.api.job;

import dev.broadside.core.input.Filing;
import dev.broadside.core.input.JsonFields;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.search.WorkKind;
import dev.broadside.core.time.Time;
import dev.broadside.server.api.many.WorkOrder;
import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.Call;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.JsonBodies;
import dev.broadside.server.exchange.Query;
import dev.broadside.server.exchange.Reply;
import dev.broadside.server.exchange.Resource;
import dev.broadside.server.exchange.Route;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.security.Tokens;
import dev.broadside.server.store.NotebookTable;
import dev.broadside.server.store.base.DamagedException;
import dev.broadside.server.store.row.Attachment;
import dev.broadside.server.store.row.Comment;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/// Comments on jobs, and files attached to them, in any state of the job.
public record NotebookRoutes(NotebookTable notebook, JobActions actions, Time time)
    implements Resource {
  private static final Logger LOG = LoggerFactory.getLogger(NotebookRoutes.class);
  private static final Parameter<Boolean> FOR_GOOD =
      Parameter.flag("for-good", "It cannot be restored; its room is free again soon")
          .preset(false);
  private static final Query DELETION = new Query(Parameters.of(FOR_GOOD));
  private static final Parameter<String> NAME =
      Parameter.text("name", "The file's name; it is stored under a plain name made from it")
          .atMost(1_000);
  private static final Query ATTACHING = new Query(Parameters.of(NAME));

  @Override
  public String title() {
    return "jobs";
  }

  @Override
  public List<Route> routes() {
    return Stream.of(filing(), comments(), attachments()).flatMap(List::stream).toList();
  }

  private List<Route> filing() {
    return List.of(
        Route.post("/api/v1/jobs/{id}/filing", Access.OPERATOR, this::file)
            .named("fileJob", WorkOrder.to(WorkKind.JOB, WorkOrder.FILE).summary())
            .body(new Route.Body.Json(JsonBodies.SMALL, Filing.Change.class))
            .more(
                """
                Fields that are left out stay as they are. `"folder": ""` takes the job out of its \
                folder; tags in `remove` are removed before those in `add` are added. Finished jobs \
                can be changed, too.
                """)
            .gives(JobView.class)
            .fails(Kind.WRONG_INPUT),
        Route.delete("/api/v1/jobs/{id}", Access.OPERATOR, this::delete)
            .named("deleteJob", WorkOrder.to(WorkKind.JOB, WorkOrder.DELETE).summary())
            .query(DELETION)
            .more("It is no longer listed; `restoreJob` brings it back within a day.")
            .gives(JobView.class)
            .fails(Kind.CONFLICT));
  }

  private List<Route> comments() {
    return List.of(
        Route.get("/api/v1/jobs/{id}/comments", Access.VIEWER, this::listComments)
            .named("listComments", "The comments on the job, oldest first.")
            .gives(Comments.class),
        Route.post("/api/v1/jobs/{id}/comments", Access.OPERATOR, this::say)
            .named("commentJob", "Comment on a job, in any state.")
            .body(new Route.Body.Json(JsonBodies.SMALL, Said.class))
            .more(
                """
                At most 2,000 characters, with line breaks; a job has at most 1,000 comments. For a \
                moment of its load use a note (`noteJob`).
                """)
            .gives(201, Comment.class)
            .fails(Kind.WRONG_INPUT, Kind.CONFLICT),
        Route.delete("/api/v1/jobs/{id}/comments/{number}", Access.OPERATOR, this::unsay)
            .named("deleteComment", "Delete a comment.")
            .gives(Comment.class));
  }

  private List<Route> attachments() {
    return List.of(
        Route.get("/api/v1/jobs/{id}/attachments", Access.VIEWER, this::listAttachments)
            .named("listAttachments", "The files attached to the job, oldest first.")
            .gives(Attachments.class),
        Route.post("/api/v1/jobs/{id}/attachments", Access.OPERATOR, this::attach)
            .named("attachFile", "Attach a file to a job, in any state.")
            .query(ATTACHING)
            .body(new Route.Body.File(Attachment.LARGEST))
            .more(
                """
                At most 16 MiB; of one job at most 50 files and 64 MiB together. The answer has the \
                name by which it is kept: one plain segment of a path.
                """)
            .gives(201, Attachment.class)
            .fails(Kind.WRONG_INPUT, Kind.CONFLICT),
        Route.get("/api/v1/jobs/{id}/attachments/{name}", Access.VIEWER, this::download)
            .named("downloadAttachment", "One file, unchanged, always as a download.")
            .gives("application/octet-stream"),
        Route.delete("/api/v1/jobs/{id}/attachments/{name}", Access.OPERATOR, this::detach)
            .named("deleteAttachment", "Delete an attached file.")
            .gives(Attachment.class));
  }

  /// All comments on a job.
  record Comments(List<Comment> comments) {}

  /// A new comment.
  public record Said(String text) {}

  /// All files attached to a job.
  record Attachments(List<Attachment> attachments) {}

  private Reply file(Call call) {
    List<Problem> problems = new ArrayList<>();
    Filing.Change change =
        Filing.Change.read(new JsonFields(JsonBodies.read(call.body()), "", problems));
    HttpProblem.refuseIfAny(problems);
    return Reply.ok(actions.file(call.path("id"), change));
  }

  private Reply delete(Call call) {
    String id = call.path("id");
    boolean forGood = call.query(FOR_GOOD);
    String user = call.caller().user();
    try {
      return Reply.ok(actions.delete(id, forGood, user));
    } catch (DamagedException _) {
      actions.deleteDamaged(id, forGood, user);
      return Reply.ok(Map.of("id", id));
    }
  }

  private String existing(Call call) {
    return actions.existing(call.path("id")).id();
  }

  private Reply listComments(Call call) {
    return Reply.ok(new Comments(notebook.comments(existing(call))));
  }

  private Reply say(Call call) {
    String text = text(JsonBodies.read(call.body()));
    return notebook
        .say(existing(call), call.caller().user(), time.now(), text)
        .map(comment -> new Reply.Json(201, comment))
        .orElseThrow(() ->
            conflict("job", "it has " + Comment.MOST + " comments", "delete one of them first"));
  }

  private static String text(JsonNode body) {
    List<Problem> problems = new ArrayList<>();
    JsonFields fields = new JsonFields(body, "", problems);
    fields.onlyKnow(List.of("text"));
    JsonNode given = body.path("text");
    String text = given.isString() ? given.asString().replace("\r\n", "\n").strip() : "";
    if (text.isEmpty() || text.length() > Comment.LONGEST) {
      fields.wrong(
          "text",
          text.isEmpty() ? "it is missing or no text" : "it is too long",
          "say something in at most " + Comment.LONGEST + " characters");
    }
    HttpProblem.refuseIfAny(problems);
    return PlainText.lines(text, Comment.LONGEST);
  }

  private Reply unsay(Call call) {
    String id = existing(call);
    String number = call.path("number");
    Comment comment =
        notebook.comments(id).stream()
            .filter(one -> Long.toString(one.number()).equals(number))
            .filter(one -> notebook.unsay(id, one.number()))
            .findFirst()
            .orElseThrow(() -> HttpProblem.noSuch("comment", number));
    LOG.info("{} deleted comment {} on job {}", call.caller().user(), number, id);
    return Reply.ok(comment);
  }

  private Reply listAttachments(Call call) {
    return Reply.ok(new Attachments(notebook.attachments(existing(call))));
  }

  private Reply attach(Call call) throws IOException {
    String id = existing(call);
    Path file = call.file().orElseThrow();
    Attachment attachment =
        new Attachment(
            Attachment.cleaned(call.query(NAME)),
            Files.size(file),
            Tokens.hash(file),
            call.caller().user(),
            time.now().truncatedTo(ChronoUnit.MILLIS));
    try (InputStream bytes = Files.newInputStream(file)) {
      return switch (notebook.attach(id, attachment, bytes)) {
        case KEPT -> new Reply.Json(201, attachment);
        case NAME_TAKEN ->
            throw conflict(
                "name",
                "the job has a file " + attachment.name(),
                "delete that one first, or give this one another name");
        case TOO_MANY ->
            throw conflict(
                "job", "it has " + Attachment.MOST + " files", "delete one of them first");
        case TOO_LARGE ->
            throw conflict(
                "job",
                "its files would have more than " + (Attachment.MOST_BYTES >> 20) + " MiB together",
                "delete some of them first");
      };
    }
  }

  private static HttpProblem conflict(String where, String what, String mend) {
    return HttpProblem.conflict(Problem.wrong(where, what, mend));
  }

  private Attachment attachment(String id, String name) {
    return notebook.attachments(id).stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow(() -> HttpProblem.noSuch("attachment", name));
  }

  /// Never with its own content type: a page or script would run with this server's rights.
  private Reply download(Call call) {
    String id = existing(call);
    Attachment file = attachment(id, call.path("name"));
    return Reply.file(
        "application/octet-stream", file.name(), out -> notebook.copy(id, file.name(), out));
  }

  private Reply detach(Call call) {
    String id = existing(call);
    Attachment file = attachment(id, call.path("name"));
    if (!notebook.detach(id, file.name())) {
      throw HttpProblem.noSuch("attachment", file.name());
    }
    LOG.info("{} deleted attachment {} of job {}", call.caller().user(), file.name(), id);
    return Reply.ok(file);
  }
}
