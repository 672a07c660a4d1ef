package dev.broadside.client.agent;

import dev.broadside.client.link.AuthorityPin;
import dev.broadside.client.link.ServerAddress;
import dev.broadside.core.param.Parsed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// That an agent has joined a server, as it is kept in the file `credential` of its data folder.
///
/// ```
/// server https://10.0.0.5:8443
/// agent  load-1
/// formerly ...                 (once for each name that it had before)
/// ca     sha256:...            (only with https)
/// secret ...
/// ```
///
/// @param agent its name, which the server may have changed since it joined
/// @param formerly the names that it had before, newest first
/// @param authority whom an `https` server has to come from
/// @param credential what proves from now on who the agent is
record Membership(
    ServerAddress server,
    String agent,
    List<String> formerly,
    Optional<AuthorityPin> authority,
    String credential) {
  static final String FILE = "credential";

  /// More former names are not kept.
  private static final int MOST_FORMER = 10;

  private static final int MAX_FILE = 64 * 1024;
  private static final String SERVER = "server ";
  private static final String AGENT = "agent ";
  private static final String FORMERLY = "formerly ";
  private static final String AUTHORITY = "ca ";
  private static final String SECRET = "secret ";

  Membership {
    formerly = List.copyOf(formerly);
  }

  /// Whether whoever starts an agent by this name means this one.
  boolean answersTo(String name) {
    return agent.equals(name) || formerly.contains(name);
  }

  /// The same agent under the name that the server gave it.
  Membership named(String name) {
    List<String> former =
        Stream.concat(Stream.of(agent), formerly.stream())
            .filter(one -> !one.equals(name))
            .distinct()
            .limit(MOST_FORMER)
            .toList();
    return new Membership(server, name, former, authority, credential);
  }

  String toText() {
    StringBuilder text = new StringBuilder();
    text.append(SERVER).append(server).append('\n');
    text.append(AGENT).append(agent).append('\n');
    formerly.forEach(name -> text.append(FORMERLY).append(name).append('\n'));
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
        .map(address ->
            new Membership(
                address, agent.get(), lines(lines, FORMERLY).toList(), authority, secret.get()));
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
    return lines(lines, key).findFirst();
  }

  private static Stream<String> lines(List<String> lines, String key) {
    return lines.stream()
        .filter(line -> line.startsWith(key))
        .map(line -> line.substring(key.length()).strip());
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
