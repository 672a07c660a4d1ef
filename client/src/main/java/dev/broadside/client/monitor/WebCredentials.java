package dev.broadside.client.monitor;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;

/// The credentials that monitors send to web servers. They stand in a file of the agent's host, so
/// that no job holds them. Each line is the beginning of an address, and `USER:PASSWORD` or `Bearer
/// TOKEN` behind a blank:
///
/// ```
/// http://prom:9090/  me:secret
/// https://db1:9100/  Bearer abc
/// ```
///
/// The file is read anew for each question, so that it may change. No message holds its text.
///
/// @param file empty if the agent was given no file
public record WebCredentials(Optional<Path> file) {
  /// No credentials for any address.
  public static final WebCredentials NONE = new WebCredentials(Optional.empty());

  /// The value of the header Authorization for an address; empty if no line is for it.
  Optional<String> header(URI asked) throws IOException {
    if (file.isEmpty()) {
      return Optional.empty();
    }
    try {
      for (String line : Files.readAllLines(file.get())) {
        String[] parts = line.strip().split("\\s+", 2);
        if (parts.length == 2 && begins(asked, parts[0])) {
          return Optional.of(
              parts[1].startsWith("Bearer ") ? parts[1] : "Basic " + encoded(parts[1]));
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      throw new IOException("the file of --monitor-credentials cannot be read: " + e, e);
    }
  }

  private static String encoded(String userAndPassword) {
    return Base64.getEncoder().encodeToString(userAndPassword.getBytes(StandardCharsets.UTF_8));
  }

  /// Whether an address begins so: on the same host and port, and not only on one whose name begins
  /// alike.
  private static boolean begins(URI asked, String start) {
    try {
      URI from = URI.create(start);
      return asked.resolve("/").equals(from.resolve("/"))
          && asked.getPath().startsWith(from.getPath());
    } catch (IllegalArgumentException _) {
      return false;
    }
  }
}
