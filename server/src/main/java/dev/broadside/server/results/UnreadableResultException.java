package dev.broadside.server.results;

import dev.broadside.core.input.JsonFields;
import dev.broadside.core.param.Problem;
import tools.jackson.core.JacksonException;

/// The result that is kept of a job cannot be read: it is damaged, or of another version. Asking
/// again does not help.
public final class UnreadableResultException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public UnreadableResultException(String job, JacksonException why) {
    super("the result of job " + JsonFields.shown(job) + " cannot be read", why);
  }

  /// What users read who asked for it, or for something that is made of it.
  public Problem problem() {
    return Problem.wrong(
        "This cannot be made",
        words() + ", as it is damaged or of another version",
        "ask for another job, or do without this one");
  }

  /// A part of a sentence that names the job.
  public String words() {
    return String.valueOf(getMessage());
  }

  /// What is wrong with it, for those who run the server.
  public String why() {
    return getCause() instanceof JacksonException e ? e.getOriginalMessage() : "";
  }
}
