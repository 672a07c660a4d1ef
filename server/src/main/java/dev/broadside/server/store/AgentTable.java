package dev.broadside.server.store;

import dev.broadside.server.store.base.Database;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.generic.GenericType;

/// The agents that may connect, and the hashes of their credentials. Safe for use by several
/// threads.
public record AgentTable(Database database) {
  /// The most former names that are stored for an agent.
  private static final int MOST_FORMER = 10;

  /// An agent that may connect.
  ///
  /// @param formerly its former names, newest first
  public record Known(String name, List<String> formerly) {
    public Known {
      formerly = List.copyOf(formerly);
    }

    /// Whether a name is its present or a former one.
    public boolean answersTo(String other) {
      return name.equals(other) || formerly.contains(other);
    }
  }

  /// The result of renaming an agent.
  public enum Renamed {
    DONE,
    /// There is no agent of the old name.
    UNKNOWN,
    /// The new name is another agent's.
    TAKEN
  }

  /// Adds an agent; an existing one gets the new credential.
  public void register(String name, String credentialHash, Instant at) {
    database.update(handle ->
        handle
            .createUpdate(
                """
                INSERT INTO agents (name, credential_hash, first_seen, last_seen)
                VALUES (:name, :hash, :at, :at)
                ON CONFLICT (name) DO UPDATE
                SET credential_hash = excluded.credential_hash, last_seen = excluded.last_seen,
                    formerly = ''
                """)
            .bind("name", name)
            .bind("hash", credentialHash)
            .bind("at", at.toEpochMilli())
            .execute());
  }

  /// Deletes an agent and its credential; false if there is no agent of this name.
  public boolean remove(String name) {
    return database.write(handle ->
        handle.createUpdate("DELETE FROM agents WHERE name = :name").bind("name", name).execute()
            == 1);
  }

  /// The agent with a credential.
  public Optional<Known> holder(String credentialHash) {
    return database.read(handle ->
        handle
            .createQuery("SELECT name, formerly FROM agents WHERE credential_hash = :hash")
            .bind("hash", credentialHash)
            .map((row, _) -> new Known(row.getString("name"), names(row.getString("formerly"))))
            .findOne());
  }

  /// Whether an agent of this name may connect.
  public boolean holds(String name) {
    return database.read(handle -> formerly(handle, name).isPresent());
  }

  /// Renames an agent; its credential stays valid.
  public Renamed rename(String name, String other) {
    return database.write(handle -> {
      Optional<String> formerly = formerly(handle, name);
      if (formerly.isEmpty()) {
        return Renamed.UNKNOWN;
      }
      if (formerly(handle, other).isPresent()) {
        return Renamed.TAKEN;
      }
      String former =
          Stream.concat(Stream.of(name), names(formerly.get()).stream())
              .filter(one -> !one.equals(other))
              .distinct()
              .limit(MOST_FORMER)
              .collect(Collectors.joining("\n"));
      handle
          .createUpdate("UPDATE agents SET name = :other, formerly = :formerly WHERE name = :name")
          .bind("other", other)
          .bind("formerly", former)
          .bind("name", name)
          .execute();
      return Renamed.DONE;
    });
  }

  private static Optional<String> formerly(Handle handle, String name) {
    return handle
        .createQuery("SELECT formerly FROM agents WHERE name = :name")
        .bind("name", name)
        .mapTo(String.class)
        .findOne();
  }

  private static List<String> names(String lines) {
    return lines.lines().toList();
  }

  /// Notes that an agent was heard.
  public void seen(String name, Instant at) {
    database.update(handle ->
        handle
            .createUpdate("UPDATE agents SET last_seen = :at WHERE name = :name")
            .bind("at", at.toEpochMilli())
            .bind("name", name)
            .execute());
  }

  /// The processes of drained agents, by name.
  public Map<String, String> drained() {
    return database.read(handle ->
        handle
            .createQuery("SELECT name, drained FROM agents WHERE drained <> ''")
            .setMapKeyColumn("name")
            .setMapValueColumn("drained")
            .collectInto(new GenericType<Map<String, String>>() {}));
  }

  /// Stores that an agent's process is drained.
  ///
  /// @param process empty if the agent is no longer drained
  public void drain(String name, Optional<String> process) {
    database.update(handle ->
        handle
            .createUpdate("UPDATE agents SET drained = :process WHERE name = :name")
            .bind("process", process.orElse(""))
            .bind("name", name)
            .execute());
  }
}
