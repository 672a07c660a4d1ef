package dev.broadside.client.agent;

import dev.broadside.client.link.AuthorityPin;
import dev.broadside.client.link.ServerAddress;
import dev.broadside.core.param.Parsed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// That an agent has joined a server, as it is kept in the file `credential` of its data folder.
///
/// ```
/// server https://10.0.0.5:8443
/// agent  load-1
/// ca     sha256:...            (only with https)
/// secret ...
/// ```
///
/// @param agent the name under which it joined
/// @param authority whom an `https` server has to come from
/// @param credential what proves from now on who the agent is
record Membership(
    ServerAddress server, String agent, Optional<AuthorityPin> authority, String credential) {
  static final String FILE = "credential";

  private static final int MAX_FILE = 64 * 1024;
  private static final String SERVER = "server ";
  private static final String AGENT = "agent ";
  private static final String AUTHORITY = "ca ";
  private static final String SECRET = "secret ";

  String toText() {
    StringBuilder text = new StringBuilder();
    text.append(SERVER).append(server).append('\n');
    text.append(AGENT).append(agent).append('\n');
    authority.ifPresent(pin -> text.append(AUTHORITY).append(pin).append('\n'));
    return text.append(SECRET).append(credential).append('\n').toString();
  }

  /// Reads it back; empty where the text is no membership.
  static Optional<Membership> parse(String text) {
    List<String> lines = text.lines().toList();
    Optional<String> server = line(lines, SERVER);
    Optional<String> agent = line(lines, AGENT);
    Optional<String> secret = line(lines, SECRET);
    if (server.isEmpty() || agent.isEmpty() || secret.isEmpty()) {
      return Optional.empty();
    }
    Optional<AuthorityPin> authority =
        line(lines, AUTHORITY).flatMap(pin -> value(AuthorityPin.parse(pin)));
    return value(ServerAddress.parse(server.get()))
        .map(address -> new Membership(address, agent.get(), authority, secret.get()));
  }

  /// The server that an agent of a data folder has joined; empty where it has joined none, or that
  /// cannot be read.
  static Optional<ServerAddress> serverOf(Path data) {
    return read(data.resolve(FILE)).flatMap(Membership::parse).map(Membership::server);
  }

  /// The server whose join file this is, as it says in the file `address` beside it; empty where
  /// there is none.
  static Optional<ServerAddress> serverBeside(Path joinFile) {
    return read(joinFile.resolveSibling("address"))
        .flatMap(text -> value(ServerAddress.parse(text.strip())));
  }

  private static Optional<String> read(Path file) {
    try {
      return Files.isRegularFile(file) && Files.size(file) <= MAX_FILE
          ? Optional.of(Files.readString(file))
          : Optional.empty();
    } catch (IOException e) {
      // Whoever needs it says what is wrong with it.
      return Optional.empty();
    }
  }

  private static Optional<String> line(List<String> lines, String key) {
    return lines.stream()
        .filter(line -> line.startsWith(key))
        .map(line -> line.substring(key.length()).strip())
        .findFirst();
  }

  private static <T> Optional<T> value(Parsed<T> parsed) {
    return switch (parsed) {
      case Parsed.Value<T>(T value) -> Optional.of(value);
      case Parsed.Wrong<T> _ -> Optional.empty();
    };
  }

  @Override
  public String toString() {
    return "Membership[" + agent + " at " + server + "]";
  }
}
