package dev.broadside.server.targets;

import dev.broadside.core.input.JobDocument;
import dev.broadside.core.job.AllowedPrograms;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.MonitorSource;
import dev.broadside.core.param.ConnectionParameters;
import dev.broadside.core.param.Secret;
import dev.broadside.core.report.Json;
import dev.broadside.server.store.TargetTable;
import dev.broadside.server.store.TargetTable.Row;
import dev.broadside.server.store.row.NamedTarget;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/// The named databases. Reading them never blocks; changing them writes the store. Safe for use by
/// several threads.
public final class Targets {
  private static final String PASSWORD = ConnectionParameters.PASSWORD.name();

  private final TargetTable table;
  private final boolean only;
  private final AllowedPrograms programs;
  private final NameLookup names;
  private volatile Map<String, Row> rows;

  /// @param only whether jobs may use named targets only
  /// @param programs that jobs may name
  public Targets(TargetTable table, boolean only, AllowedPrograms programs, NameLookup names) {
    this.table = table;
    this.only = only;
    this.programs = programs;
    this.names = names;
    this.rows = read();
  }

  private Map<String, Row> read() {
    Map<String, Row> all = new TreeMap<>();
    table.all().forEach(row -> all.put(row.target().name(), row));
    return Map.copyOf(all);
  }

  /// Whether jobs may use named targets only.
  public boolean only() {
    return only;
  }

  /// The programs that jobs may name: they go where their arguments say, as far as agents let them.
  AllowedPrograms programs() {
    return programs;
  }

  /// Resolves the names of hosts.
  NameLookup names() {
    return names;
  }

  /// All targets, by name.
  public List<NamedTarget> all() {
    return new TreeMap<>(rows).values().stream().map(Row::target).toList();
  }

  public Optional<NamedTarget> find(String name) {
    return Optional.ofNullable(rows.get(name)).map(Row::target);
  }

  public Optional<Secret> password(String name) {
    return Optional.ofNullable(rows.get(name))
        .flatMap(row -> Optional.ofNullable(row.secrets().get(PASSWORD)))
        .filter(password -> !password.reveal().isEmpty());
  }

  /// Stores a new or changed target.
  ///
  /// @param password empty for none
  public synchronized void keep(NamedTarget target, Optional<Secret> password) {
    table.keep(new Row(target, password.map(one -> Map.of(PASSWORD, one)).orElse(Map.of())));
    rows = read();
  }

  public synchronized void remove(String name) {
    table.remove(name);
    rows = read();
  }

  /// The target that a job names; empty if it names none, or that does not exist.
  public Optional<NamedTarget> of(JobSpec spec) {
    return find(JobDocument.TARGET.in(spec));
  }

  /// A job with the address of the target that it names, as that is now, as far as its class has
  /// parameters for it. The secret is not in it: see [#opened].
  ///
  /// @param declares whether the job class has a parameter, by name
  public JobSpec aimed(JobSpec spec, Predicate<String> declares) {
    return of(spec)
        .map(target -> {
          Map<String, String> address = target.address().parameters();
          address.keySet().removeIf(declares.negate());
          JobSpec cleared = spec.at(address, Map.of());
          return declares.test(PASSWORD)
              ? cleared.at(address, Map.of(PASSWORD, new Secret("")))
              : cleared;
        })
        .orElse(spec);
  }

  /// A job that was aimed before, with the address of its target as it is now.
  public JobSpec aimed(JobSpec spec) {
    return aimed(
        spec, name -> spec.parameters().containsKey(name) || spec.secrets().containsKey(name));
  }

  /// A job as its agents get it: with the password of the target that it names. A password only
  /// goes to its target: a job that was begun at another address does not get it.
  public JobSpec opened(JobSpec spec) {
    boolean there =
        of(spec)
            .filter(target ->
                spec.secrets().containsKey(PASSWORD)
                    && spec.parameters().entrySet().containsAll(known(target, spec).entrySet()))
            .isPresent();
    Map<String, Secret> secrets = monitored(spec);
    password(JobDocument.TARGET.in(spec))
        .filter(_ -> there)
        .ifPresent(password -> secrets.put(PASSWORD, password));
    return secrets.isEmpty() ? spec : spec.at(Map.of(), secrets);
  }

  /// Address and password of each named target that a monitor of the job reads, by the name of the
  /// secret in which its agent gets them.
  private Map<String, Secret> monitored(JobSpec spec) {
    Map<String, Secret> secrets = new HashMap<>();
    for (MonitorSource one : JobDocument.MONITORS.in(spec)) {
      if (one.what() instanceof MonitorSource.Database(String name)) {
        find(name)
            .ifPresent(target -> {
              Map<String, String> address = target.address().parameters();
              address.put(PASSWORD, password(name).map(Secret::reveal).orElse(""));
              secrets.put(one.secret(), new Secret(Json.mapper().writeValueAsString(address)));
            });
      }
    }
    return secrets;
  }

  /// The parts of a target's address for which a job has parameters.
  private static Map<String, String> known(NamedTarget target, JobSpec spec) {
    Map<String, String> address = target.address().parameters();
    address.keySet().retainAll(spec.parameters().keySet());
    return address;
  }
}
