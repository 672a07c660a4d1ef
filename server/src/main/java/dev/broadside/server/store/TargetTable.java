package dev.broadside.server.store;

import static java.util.Objects.requireNonNull;

import dev.broadside.core.param.Secret;
import dev.broadside.server.store.base.Database;
import dev.broadside.server.store.base.SealedSecrets;
import dev.broadside.server.store.base.SecretBox;
import dev.broadside.server.store.row.NamedTarget;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/// Named target databases; their passwords are encrypted. Safe for use by several threads.
public final class TargetTable {
  private final Database database;
  private final JsonMapper json;
  private final SealedSecrets secrets;

  TargetTable(Database database, JsonMapper json, SecretBox secrets) {
    this.database = database;
    this.json = json;
    this.secrets = new SealedSecrets(json, secrets, "targets");
  }

  /// A target with its secrets, by the names of the parameters that they are.
  public record Row(NamedTarget target, Map<String, Secret> secrets) {
    public Row {
      requireNonNull(target);
    }
  }

  /// All targets, by name.
  public List<Row> all() {
    return Database.present(
        database.read(handle ->
            handle
                .createQuery("SELECT * FROM targets ORDER BY id")
                .map((row, _) ->
                    database.readable(
                        "target " + row.getString("id"),
                        () ->
                            new Row(
                                json.readValue(row.getString("document"), NamedTarget.class),
                                secrets.open(row.getString("id"), row.getString("secrets")))))
                .list()));
  }

  /// Stores a target, or replaces it.
  public void keep(Row row) {
    String id = row.target().name();
    database.update(handle ->
        handle
            .createUpdate(
                """
                INSERT INTO targets (id, document, secrets) VALUES (:id, :document, :secrets)
                ON CONFLICT (id) DO UPDATE
                SET document = excluded.document, secrets = excluded.secrets
                """)
            .bind("id", id)
            .bind("document", json.writeValueAsString(row.target()))
            .bind("secrets", secrets.seal(id, row.secrets()))
            .execute());
  }

  public void remove(String name) {
    database.update(handle ->
        handle.createUpdate("DELETE FROM targets WHERE id = :id").bind("id", name).execute());
  }
}
