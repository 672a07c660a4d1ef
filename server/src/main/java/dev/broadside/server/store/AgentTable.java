package dev.broadside.server.store;

import dev.broadside.server.store.base.Database;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.generic.GenericType;

/// The agents that may connect, and the hashes of their credentials. Safe for use by several
/// threads.
public final class AgentTable {
  private final Database database;

  AgentTable(Database database) {
    this.database = database;
  }

  /// Lets an agent in; one of the same name gets the new credential.
  public void register(String name, String credentialHash, Instant at) {
    database.update(handle ->
        handle
            .createUpdate(
                """
                INSERT INTO agents (name, credential_hash, first_seen, last_seen)
                VALUES (:name, :hash, :at, :at)
                ON CONFLICT (name) DO UPDATE
                SET credential_hash = excluded.credential_hash, last_seen = excluded.last_seen
                """)
            .bind("name", name)
            .bind("hash", credentialHash)
            .bind("at", at.toEpochMilli())
            .execute());
  }

  /// Ends an agent's credential, and forgets the agent; false where there is none of this name.
  public boolean remove(String name) {
    return database.write(handle ->
        handle.createUpdate("DELETE FROM agents WHERE name = :name").bind("name", name).execute()
            == 1);
  }

  /// Whose credential this is.
  public Optional<String> nameOf(String credentialHash) {
    return database.read(handle ->
        handle
            .createQuery("SELECT name FROM agents WHERE credential_hash = :hash")
            .bind("hash", credentialHash)
            .mapTo(String.class)
            .findOne());
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

  /// Which agents are to get no new job: the process of each, by name.
  public Map<String, String> drained() {
    return database.read(handle ->
        handle
            .createQuery("SELECT name, drained FROM agents WHERE drained <> ''")
            .setMapKeyColumn("name")
            .setMapValueColumn("drained")
            .collectInto(new GenericType<Map<String, String>>() {}));
  }

  /// Keeps that an agent's process is to get no new job.
  ///
  /// @param process empty where the agent gets them again
  public void drain(String name, Optional<String> process) {
    database.update(handle ->
        handle
            .createUpdate("UPDATE agents SET drained = :process WHERE name = :name")
            .bind("process", process.orElse(""))
            .bind("name", name)
            .execute());
  }
}
