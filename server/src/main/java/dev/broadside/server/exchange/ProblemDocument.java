package dev.broadside.server.exchange;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.param.Problem;
import java.util.List;

/// The answer to a request that failed: `application/problem+json` of RFC 9457.
///
/// @param type a name for this kind of problem
/// @param title the kind in a few words
/// @param status the HTTP status again
/// @param detail one sentence for the user
/// @param problems everything that is wrong with the input, if the input is wrong
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ProblemDocument(
    String type, String title, int status, String detail, List<Item> problems) {
  static final String CONTENT_TYPE = "application/problem+json";

  /// One problem of the input.
  ///
  /// @param where the place in the request: a JSON pointer (RFC 6901) into its body such as
  ///   `/parameters/scale`, or another name
  /// @param kind `wrong-input`, or `unreachable` for an address that does not answer
  /// @param sentence the whole problem in one sentence
  public record Item(String where, String what, String mend, String kind, String sentence) {
    static Item of(Problem problem) {
      return new Item(
          problem.where(),
          problem.what(),
          problem.mend(),
          problem.kind().word(),
          problem.sentence());
    }
  }

  static ProblemDocument of(HttpProblem problem) {
    return new ProblemDocument(
        "urn:broadside:problem:" + problem.kind().word(),
        problem.kind().title(),
        problem.kind().status(),
        problem.sentence(),
        problem.problems().stream().map(Item::of).toList());
  }
}
