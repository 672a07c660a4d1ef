package dev.broadside.core.input;

import dev.broadside.core.address.Resolver;
import dev.broadside.core.address.TargetAddress;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.MonitorSource;
import dev.broadside.core.param.ConnectionParameters;
import dev.broadside.core.param.Problem;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Keeps load from a database by mistake: one that is neither on this host nor a named target needs
/// a confirmation.
public final class TargetGuard {
  private static final String URL = ConnectionParameters.URL.name();

  /// The parameter with the address of replicas.
  public static final String READS_TO = ConnectionParameters.READS_TO.name();

  /// The notations of loopback addresses that every resolver reads in the same way.
  private static final Pattern LOOPBACK =
      Pattern.compile(
          "(?i)localhost|127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}|\\[::1]|::1|\\[0:0:0:0:0:0:0:1]");

  private TargetGuard() {}

  /// The first host in a URL that is not a loopback address; empty if all are, or if there is no
  /// host, as with a database inside a process.
  ///
  /// @param properties of the driver
  public static Optional<String> farHost(String url, String properties) {
    return TargetAddress.of(url, properties).hosts().stream()
        .filter(host -> !LOOPBACK.matcher(host).matches())
        .findFirst();
  }

  /// Every address of a database that a job gives, by the name of the parameter, or of the
  /// monitor's secret.
  public static Map<String, TargetAddress> addresses(JobSpec spec) {
    Map<String, TargetAddress> all = new TreeMap<>();
    Stream.concat(
            spec.texts().entrySet().stream(),
            spec.phases().stream().flatMap(phase -> phase.mix().entrySet().stream()))
        .filter(one -> !knownOtherwise(spec, one.getKey()))
        .forEach(one ->
            TargetAddress.ofParameter(one.getKey(), one.getValue())
                .ifPresent(address -> all.put(one.getKey(), address)));
    url(spec)
        .filter(_ -> JobDocument.TARGET.in(spec).isEmpty())
        .ifPresent(url -> all.put(URL, TargetAddress.of(url, properties(spec))));
    JobDocument.MONITORS
        .in(spec)
        .forEach(one -> {
          if (one.what() instanceof MonitorSource.Database database && database.address()) {
            all.put(one.secret(), TargetAddress.of(database.place(), ""));
          }
        });
    return all;
  }

  /// Whether the parameter is the password, which may look like an address, or one that the target
  /// gives instead of the job.
  private static boolean knownOtherwise(JobSpec spec, String parameter) {
    return JobDocument.TARGET.in(spec).isEmpty()
        ? parameter.equals(ConnectionParameters.PASSWORD.name())
        : ConnectionParameters.ofTarget(parameter);
  }

  /// Why a connection test does not use an address that the job gives and that is not a target's.
  public static Optional<Problem> keptAway(JobSpec spec, Resolver names) {
    return addresses(spec).entrySet().stream()
        .flatMap(one ->
            one.getValue().linkLocal(names).stream()
                .map(host ->
                    Problem.wrong(
                        "parameter " + one.getKey(),
                        JsonFields.shown(host)
                            + " is a link-local address, where clouds keep the secrets of machines",
                        "give another address, or have an administrator make it a target")))
        .findFirst();
  }

  private static Optional<String> url(JobSpec spec) {
    return Optional.ofNullable(spec.parameters().get(URL));
  }

  private static Optional<String> reads(JobSpec spec) {
    return Optional.ofNullable(spec.parameters().get(READS_TO)).filter(url -> !url.isEmpty());
  }

  private static String properties(JobSpec spec) {
    return spec.parameters().getOrDefault(ConnectionParameters.DRIVER_PROPERTIES.name(), "");
  }

  /// The problem with a job whose load would go to another host's database that is not a named
  /// target; empty if it goes to no database, to this host, or to a named target.
  public static Optional<Problem> objection(JobSpec spec) {
    return url(spec)
        .filter(_ -> JobDocument.TARGET.in(spec).isEmpty())
        .flatMap(url -> objection(URL, url, properties(spec)))
        .or(() -> reads(spec).flatMap(url -> objection(READS_TO, url, properties(spec))));
  }

  private static Optional<Problem> objection(String parameter, String url, String properties) {
    return farHost(url, properties)
        .map(host ->
            Problem.wrong(
                "/" + JobDocument.PARAMETERS + "/" + parameter,
                "load would go to "
                    + JsonFields.shown(host)
                    + ", which is neither this host nor a named target",
                "say that it is meant by --yes-target (yesTarget: true), or name a target"));
  }
}
