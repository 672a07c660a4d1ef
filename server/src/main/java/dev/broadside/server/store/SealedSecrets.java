package dev.broadside.server.store;

import dev.broadside.core.job.JobSpec;
import dev.broadside.core.param.Secret;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// Turns the secret parameters of a job into one sealed text, and back.
///
/// @param box seals and opens
record SealedSecrets(JsonMapper json, SecretBox box) {
  private static final TypeReference<LinkedHashMap<String, String>> TEXTS =
      new TypeReference<>() {};

  /// The sealed text; empty where there is nothing secret.
  String seal(Map<String, Secret> open) {
    if (open.isEmpty()) {
      return "";
    }
    Map<String, String> texts = new TreeMap<>();
    open.forEach((name, secret) -> texts.put(name, secret.reveal()));
    return box.seal(json.writeValueAsString(texts));
  }

  /// A specification with the names of its secrets alone: what is shown of it needs no more.
  static JobSpec redacted(JobSpec spec) {
    Map<String, Secret> names = new LinkedHashMap<>();
    spec.secrets().keySet().forEach(name -> names.put(name, new Secret(Secret.REDACTED)));
    return spec.withSecrets(names);
  }

  Map<String, Secret> open(String sealed) {
    if (sealed.isEmpty()) {
      return Map.of();
    }
    Map<String, Secret> open = new LinkedHashMap<>();
    json.readValue(box.open(sealed), TEXTS)
        .forEach((name, text) -> open.put(name, new Secret(text)));
    return open;
  }
}
