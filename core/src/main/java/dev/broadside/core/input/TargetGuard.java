package dev.broadside.core.input;

import dev.broadside.core.job.JobSpec;
import dev.broadside.core.param.ConnectionParameters;
import dev.broadside.core.param.Problem;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Keeps load from a database that nobody meant: what is neither on this host nor a target that was
/// named before needs a yes.
public final class TargetGuard {
  /// Where hosts stand in the URLs of drivers: behind two slashes, an at sign, or `host=`.
  private static final Pattern AUTHORITY =
      Pattern.compile("(?i)(?://|@(?!//)|\\bhost(?:name)?\\s*=)([^/;?&)\\s]*)");

  /// Nothing but the notations that no resolver reads otherwise.
  private static final Pattern LOOPBACK =
      Pattern.compile(
          "(?i)localhost|127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}|\\[::1]|::1|\\[0:0:0:0:0:0:0:1]");

  private static final Pattern PORT = Pattern.compile("(?<=[^:]):\\d*(?::\\w*)?$");

  private TargetGuard() {}

  /// The first host in a URL that is not the loopback address of whoever connects; empty where
  /// there is none, as in a database within a process.
  public static Optional<String> farHost(String url) {
    return AUTHORITY
        .matcher(url)
        .results()
        .map((MatchResult found) -> found.group(1))
        .flatMap(hosts -> Pattern.compile(",").splitAsStream(hosts))
        .map(host -> PORT.matcher(host).replaceFirst(""))
        .filter(host -> !host.isEmpty() && !LOOPBACK.matcher(host).matches())
        .findFirst();
  }

  /// What is said where load would go to a database that nobody has named; empty where it goes to
  /// none, to this host, or to a target.
  public static Optional<Problem> objection(JobSpec spec) {
    String url = spec.parameters().getOrDefault(ConnectionParameters.URL.name(), "");
    return Optional.of(url)
        .filter(_ -> JobDocument.TARGET.in(spec).isEmpty())
        .flatMap(TargetGuard::farHost)
        .map(host ->
            Problem.wrong(
                "/" + JobDocument.PARAMETERS + "/" + ConnectionParameters.URL.name(),
                "load would go to "
                    + JsonFields.shown(host)
                    + ", which is neither this host nor a named target",
                "say that it is meant by --yes-target (yesTarget: true), or name a target"));
  }
}
