package dev.broadside.server.api.job;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.input.JsonFields;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.Mark;
import dev.broadside.core.time.Time;
import dev.broadside.server.collect.Marks;
import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.Call;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.JsonBodies;
import dev.broadside.server.exchange.Reply;
import dev.broadside.server.exchange.Resource;
import dev.broadside.server.exchange.Route;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.store.job.RunTable;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Notes on the charts of a job.
public record NoteRoutes(Marks marks, JobActions actions, Time time) implements Resource {
  @Override
  public String title() {
    return "jobs";
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.post("/api/v1/jobs/{id}/notes", Access.OPERATOR, this::note)
            .named("noteJob", "Add a note to the job's charts and exports.")
            .body(new Route.Body.Json(JsonBodies.SMALL, Note.class))
            .more(
                """
                One line of at most 500 characters; a job has at most 1,000 marks, notes included. \
                The default of `at` is now. Finished jobs can have notes, too.
                """)
            .gives(201, Mark.class)
            .fails(Kind.WRONG_INPUT, Kind.CONFLICT));
  }

  /// A note.
  ///
  /// @param at when it happened
  public record Note(
      String text, @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Instant> at) {}

  private Reply note(Call call) {
    String id = call.path("id");
    Note note = readNote(call.body());
    JobView job = actions.existing(id);
    Instant start =
        job.startedAt()
            .orElseThrow(() ->
                HttpProblem.of(
                    Kind.CONFLICT,
                    "The load of this job has not begun, so a note has no place on its charts;"
                        + " note it once it runs."));
    double atMillis = Duration.between(start, note.at().orElseGet(time::now)).toNanos() / 1e6;
    Mark mark = Mark.at(Mark.Kind.NOTE, Math.max(0, atMillis), call.caller().user(), note.text());
    return new Reply.Json(
        201,
        marks
            .keep(id, mark)
            .orElseThrow(() ->
                HttpProblem.of(
                    Kind.CONFLICT,
                    "This job has "
                        + RunTable.MOST_MARKS
                        + " marks and takes no more; keep further notes elsewhere.")));
  }

  private Note readNote(byte[] body) {
    List<Problem> problems = new ArrayList<>();
    JsonFields fields = new JsonFields(JsonBodies.read(body), "", problems);
    fields.onlyKnow(List.of("text", "at"));
    String text = fields.text("text", Mark.LONGEST_TEXT).map(String::strip).orElse("");
    Optional<String> given = fields.text("at", Bounds.MAX_NAME);
    Optional<Instant> at = given.flatMap(NoteRoutes::instant);
    if (text.isEmpty() && problems.isEmpty()) {
      fields.wrong("text", "it is missing", "say in one line what happened");
    }
    if (given.isPresent() && at.isEmpty()) {
      fields.wrong("at", "it is no moment", "write it as 2026-01-31T18:00:00Z, or leave it out");
    }
    HttpProblem.refuseIfAny(problems);
    return new Note(text, at);
  }

  private static Optional<Instant> instant(String text) {
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeParseException _) {
      return Optional.empty();
    }
  }
}
