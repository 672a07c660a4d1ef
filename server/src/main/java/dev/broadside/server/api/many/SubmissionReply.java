package dev.broadside.server.api.many;

import dev.broadside.core.search.WorkKind;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.Reply;
import dev.broadside.server.feed.Submission;
import dev.broadside.server.feed.WorkView;
import java.util.Map;

/// The answer to the submission of a job, a study or a group.
public final class SubmissionReply {
  private SubmissionReply() {}

  /// 201 for a new one, 200 for one that was known.
  ///
  /// @throws HttpProblem if another one has its id
  public static Reply of(WorkKind kind, Submission submission) {
    WorkView work = taken(submission);
    return submission instanceof Submission.Accepted
        ? new Reply.Json(
            201, work, Map.of("Location", "/api/v1/" + kind.plural() + "/" + work.id()))
        : Reply.ok(work);
  }

  /// What was submitted, new or known.
  ///
  /// @throws HttpProblem if another one has its id
  public static WorkView taken(Submission submission) {
    return switch (submission) {
      case Submission.Accepted(WorkView work) -> work;
      case Submission.Known(WorkView work) -> work;
      case Submission.Conflict(String sentence) -> throw HttpProblem.of(Kind.CONFLICT, sentence);
    };
  }
}
