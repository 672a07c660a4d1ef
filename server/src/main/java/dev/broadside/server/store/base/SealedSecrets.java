package dev.broadside.server.store.base;

import dev.broadside.core.job.JobSpec;
import dev.broadside.core.param.Secret;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// Turns the secret parameters of a row into one encrypted text that can be decrypted only in that
/// row, and back.
///
/// @param box encrypts and decrypts
/// @param table has a column `secrets`
/// @param key an SQL expression that identifies a row
public record SealedSecrets(JsonMapper json, SecretBox box, String table, String key) {
  private static final TypeReference<LinkedHashMap<String, String>> TEXTS =
      new TypeReference<>() {};

  public SealedSecrets(JsonMapper json, SecretBox box, String table) {
    this(json, box, table, "id");
  }

  /// The encrypted text; empty if there are no secrets.
  public String seal(String id, Map<String, Secret> open) {
    if (open.isEmpty()) {
      return "";
    }
    Map<String, String> texts = new TreeMap<>();
    open.forEach((name, secret) -> texts.put(name, secret.reveal()));
    return box.seal(json.writeValueAsString(texts), place(id));
  }

  /// A specification with the names of its secrets and without their values.
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

  /// For each row with secrets, whether they can be decrypted.
  public List<Boolean> opened(Database database) {
    return database.read(handle ->
        handle
            .createQuery("SELECT " + key + ", secrets FROM " + table + " WHERE secrets <> ''")
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
}
