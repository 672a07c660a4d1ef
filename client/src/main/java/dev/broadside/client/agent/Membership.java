package dev.broadside.client.agent;

import dev.broadside.client.link.AuthorityPin;
import dev.broadside.client.link.ServerAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// That an agent has joined a server, as it is kept in the file `credential` of its data folder.
///
/// ```
/// server https://10.0.0.5:8443
/// agent  load-1
/// formerly ...                 (once for each name that it had before)
/// ca     sha256:...
/// secret ...
/// ```
///
/// @param agent its name, which the server may have changed since it joined
/// @param formerly the names that it had before, newest first
/// @param authority whom the server's certificate has to come from: what takes its address while it
///   is away gets nothing
/// @param credential what proves from now on who the agent is
record Membership(
    ServerAddress server,
    String agent,
    List<String> formerly,
    AuthorityPin authority,
    String credential) {
  static final String FILE = "credential";

  /// More former names are not kept.
  private static final int MOST_FORMER = 10;

  private static final String AGENT = "agent ";
  private static final String FORMERLY = "formerly ";

  Membership {
    formerly = List.copyOf(formerly);
  }

  /// Whether an agent that is started by this name is this one.
  boolean answersTo(String name) {
    return agent.equals(name) || formerly.contains(name);
  }

  /// This membership under the name that the server gave.
  Membership named(String name) {
    List<String> former =
        Stream.concat(Stream.of(agent), formerly.stream())
            .filter(one -> !one.equals(name))
            .distinct()
            .limit(MOST_FORMER)
            .toList();
    return new Membership(server, name, former, authority, credential);
  }

  /// This membership with the server at another address.
  Membership at(ServerAddress address) {
    return new Membership(address, agent, formerly, authority, credential);
  }

  String toText() {
    StringBuilder text = new StringBuilder();
    text.append(Invitation.SERVER).append(server).append('\n');
    text.append(AGENT).append(agent).append('\n');
    formerly.forEach(name -> text.append(FORMERLY).append(name).append('\n'));
    text.append(Invitation.AUTHORITY).append(authority).append('\n');
    return text.append(Invitation.SECRET).append(credential).append('\n').toString();
  }

  /// Reads it back; empty if the text is no membership.
  static Optional<Membership> parse(String text) {
    List<String> lines = text.lines().toList();
    Invitation joined = Invitation.parse(text);
    Optional<String> agent = Invitation.line(lines, AGENT);
    if (joined.server().isEmpty() || joined.authority().isEmpty() || agent.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Membership(
            joined.server().get(),
            agent.get(),
            Invitation.lines(lines, FORMERLY).toList(),
            joined.authority().get(),
            joined.secret().reveal()));
  }

  @Override
  public String toString() {
    return "Membership[" + agent + " at " + server + "]";
  }
}
