package dev.broadside.server.store.base;

import dev.broadside.core.job.JobSpec;
import dev.broadside.core.param.Secret;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// Turns the secret parameters of a row into one sealed text that opens in that row alone, and
/// back.
///
/// @param box seals and opens
/// @param table of the rows, which have the columns `id` and `secrets`
public record SealedSecrets(JsonMapper json, SecretBox box, String table) {
  private static final Logger LOG = LoggerFactory.getLogger(SealedSecrets.class);
  private static final TypeReference<LinkedHashMap<String, String>> TEXTS =
      new TypeReference<>() {};

  /// The sealed text; empty where there is nothing secret.
  public String seal(String id, Map<String, Secret> open) {
    if (open.isEmpty()) {
      return "";
    }
    Map<String, String> texts = new TreeMap<>();
    open.forEach((name, secret) -> texts.put(name, secret.reveal()));
    return box.seal(json.writeValueAsString(texts), place(id));
  }

  /// A specification with the names of its secrets alone: what is shown of it needs no more.
  public static JobSpec redacted(JobSpec spec) {
    Map<String, Secret> names = new LinkedHashMap<>();
    spec.secrets().forEach((name, secret) -> names.put(name, new Secret(secret.toString())));
    return spec.withSecrets(names);
  }

  public Map<String, Secret> open(String id, String sealed) {
    if (sealed.isEmpty()) {
      return Map.of();
    }
    Map<String, Secret> open = new LinkedHashMap<>();
    json.readValue(box.open(sealed, place(id)), TEXTS)
        .forEach((name, text) -> open.put(name, new Secret(text)));
    return open;
  }

  /// Of each row that has secrets, whether they open.
  public List<Boolean> opened(Database database) {
    return database.read(handle ->
        handle
            .createQuery("SELECT id, secrets FROM " + table + " WHERE secrets <> ''")
            .map((row, _) -> opens(row.getString(1), row.getString(2)))
            .list());
  }

  private boolean opens(String id, String sealed) {
    try {
      box.open(sealed, place(id));
      return true;
    } catch (IllegalStateException _) {
      return false;
    }
  }

  private String place(String id) {
    return table + "/" + id;
  }

  /// Seals anew what an earlier version has sealed in another way.
  public void renew(Database database) {
    database.update(handle -> {
      Map<String, String> sealed = new LinkedHashMap<>();
      handle
          .createQuery("SELECT id, secrets FROM " + table + " WHERE secrets <> ''")
          .map((row, _) -> sealed.put(row.getString(1), row.getString(2)))
          .list();
      sealed.forEach((id, text) -> renew(handle, id, text));
    });
  }

  private void renew(Handle handle, String id, String sealed) {
    try {
      String renewed = box.renewed(sealed, place(id));
      if (!renewed.equals(sealed)) {
        handle
            .createUpdate("UPDATE " + table + " SET secrets = :secrets WHERE id = :id")
            .bind("secrets", renewed)
            .bind("id", id)
            .execute();
      }
    } catch (IllegalStateException e) {
      // It is left as it is: where the key comes back from a backup, it can be read again.
      LOG.warn("the secrets of {} {} cannot be read: {}", table, id, e.getMessage());
    }
  }
}
