package dev.broadside.cli.remote;

import dev.broadside.client.link.ServerAddress;
import dev.broadside.core.param.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// Reads the problem document (RFC 9457) of a server that refuses.
final class ProblemReply {
  private static final int LOGIN_NEEDED = 401;
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int SERVER_FAILED = 500;

  /// What there are commands `list` of.
  private static final Pattern NO_SUCH =
      Pattern.compile("There is no (job|study|group|target|agent|pack)\\b");

  private ProblemReply() {}

  /// @param introduced whether a token was sent
  static List<Problem> problems(
      ServerAddress server, boolean introduced, int status, JsonNode document) {
    if (status == LOGIN_NEEDED) {
      return List.of(
          Problem.wrong(
              "server " + server,
              introduced ? "it does not know this token" : "no token was given",
              "give the token of its data folder's file admin-token by --token-file or"
                  + " BROADSIDE_TOKEN"));
    }
    List<Problem> problems = new ArrayList<>();
    for (JsonNode one : document.path("problems")) {
      problems.add(
          new Problem(
              Problem.Kind.of(one.path("kind").asString("")).orElse(Problem.Kind.WRONG_INPUT),
              one.path("where").asString(""),
              one.path("what").asString(""),
              one.path("mend").asString("")));
    }
    return problems.isEmpty() ? List.of(whole(server, status, document)) : problems;
  }

  /// @param what is wrong, such as `There is no job x`
  private static String mend(int status, String what) {
    return switch (status) {
      case NOT_FOUND -> {
        Matcher kind = NO_SUCH.matcher(what);
        yield kind.lookingAt()
            ? "'broadside "
                + (kind.group(1).equals("agent") ? "agents" : kind.group(1))
                + " list' shows what there is"
            : what.startsWith("There is no ")
                ? "see what there is"
                : "see whether the server is of this version";
      }
      case CONFLICT -> "leave --id out, or give another";
      default -> "change the request (status " + status + ")";
    };
  }

  private static Problem whole(ServerAddress server, int status, JsonNode document) {
    String title = document.path("title").asString("status " + status);
    String detail = document.path("detail").asString("").replaceAll("\\.$", "");
    String what = detail.isEmpty() ? title : detail;
    int mend = what.indexOf("; ");
    if (status >= SERVER_FAILED) {
      return Problem.unreachable("server " + server, what, "see its log");
    }
    return mend < 0
        ? Problem.wrong("server " + server, what, mend(status, what))
        : Problem.wrong("server " + server, what.substring(0, mend), what.substring(mend + 2));
  }
}
