package dev.broadside.client.agent;

import dev.broadside.client.link.AuthorityPin;
import dev.broadside.client.link.ServerAddress;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.param.Secret;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What lets an agent join: a token, or the contents of the file `join`, which a running server
/// keeps in its data folder for agents that its own user starts on its host.
///
/// ```
/// server https://127.0.0.1:8080
/// ca     sha256:...
/// secret ...
/// ```
///
/// @param server its address; empty with a token alone
/// @param authority whom its certificate comes from; empty with a token alone
public record Invitation(
    Optional<ServerAddress> server, Optional<AuthorityPin> authority, Secret secret) {
  static final String SERVER = "server ";
  static final String AUTHORITY = "ca ";
  static final String SECRET = "secret ";

  /// Reads the contents of such a file; any other text is a token.
  public static Invitation parse(String text) {
    List<String> lines = text.lines().toList();
    return new Invitation(
        line(lines, SERVER).flatMap(server -> value(ServerAddress.parse(server))),
        line(lines, AUTHORITY).flatMap(pin -> value(AuthorityPin.parse(pin))),
        new Secret(line(lines, SECRET).orElse(text.strip())));
  }

  /// The text after a key, in the first line that has it.
  static Optional<String> line(List<String> lines, String key) {
    return lines(lines, key).findFirst();
  }

  static Stream<String> lines(List<String> lines, String key) {
    return lines.stream()
        .filter(line -> line.startsWith(key))
        .map(line -> line.substring(key.length()).strip());
  }

  static <T> Optional<T> value(Parsed<T> parsed) {
    return switch (parsed) {
      case Parsed.Value<T>(T value) -> Optional.of(value);
      case Parsed.Wrong<T> _ -> Optional.empty();
    };
  }
}
