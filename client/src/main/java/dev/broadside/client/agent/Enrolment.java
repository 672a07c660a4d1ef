package dev.broadside.client.agent;

import dev.broadside.client.link.AuthorityPin;
import dev.broadside.client.link.PinnedTrust;
import dev.broadside.client.share.DataFolder;
import dev.broadside.client.share.StartException;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Secret;
import dev.broadside.core.sentence.FileCause;
import dev.broadside.core.time.Time;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Makes an agent a member of its server: by what the data folder holds, or by joining once with a
/// secret.
///
/// A server that does not answer, or a join file that is not there, is waited for a short while,
/// since server and agent may have been started together. The agent draws its credential itself,
/// and asks for the same one until it knows that it was let in: an answer that is lost on the way
/// costs no token, though that works once.
final class Enrolment {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int MAX_SECRET = 4_096;

  /// Holds the credential that is asked for; nothing once the agent has joined.
  private static final String ASKED_FOR = "credential-asked-for";

  private static final int CREDENTIAL_BYTES = 32;

  private final AgentConfig config;
  private final DataFolder data;
  private final Time time;
  private final RandomGenerator random;

  Enrolment(AgentConfig config, DataFolder data, Time time, RandomGenerator random) {
    this.config = config;
    this.data = data;
    this.time = time;
    this.random = random;
  }

  /// The membership, old or new. Waits.
  Membership enrol() throws StartException, InterruptedException {
    Optional<Membership> kept = kept();
    if (kept.isPresent()) {
      return kept.get();
    }
    if (config.joining() instanceof AgentConfig.Joining.Already) {
      throw new StartException(notJoined());
    }
    Optional<AuthorityPin> authority = config.authority();
    if (config.server().tls() && authority.isEmpty()) {
      throw new StartException(
          Problem.wrong(
              "server " + config.server(),
              "nothing proves that it is the right one",
              "give --ca sha256:... from the join command that it printed"));
    }
    Membership joined =
        new Membership(config.server(), config.name(), List.of(), authority, join(authority));
    keep(joined);
    return joined;
  }

  private Problem notJoined() throws StartException {
    Optional<String> other = filed().map(Membership::agent);
    return other
        .map(name ->
            Problem.wrong(
                "agent " + config.name(),
                "its data folder is that of agent " + name,
                "give --name "
                    + name
                    + ", or another folder with --data; broadside agents rename gives an agent"
                    + " another name"))
        .orElseGet(() ->
            Problem.wrong(
                "agent " + config.name(),
                "it has not joined " + config.server() + " yet",
                "give --join-file on the server's host, or --token and --ca from its join"
                    + " command"));
  }

  private Optional<Membership> kept() throws StartException {
    return filed()
        .filter(member -> member.answersTo(config.name()))
        .filter(member -> !member.server().tls() || member.authority().isPresent())
        .filter(member ->
            config.authority().isEmpty() || config.authority().equals(member.authority()));
  }

  /// What the folder says of this server, be it of another agent.
  private Optional<Membership> filed() throws StartException {
    try {
      return data.read(Membership.FILE)
          .flatMap(Membership::parse)
          .filter(member -> member.server().equals(config.server()));
    } catch (IOException e) {
      throw new StartException(
          Problem.wrong(
              "file credential of the data folder",
              "it cannot be read (" + FileCause.of(e) + ")",
              "delete it"),
          e);
    }
  }

  private void keep(Membership joined) throws StartException {
    try {
      data.write(Membership.FILE, joined.toText());
      data.delete(ASKED_FOR);
    } catch (IOException e) {
      throw notKept(e);
    }
  }

  private StartException notKept(IOException e) {
    return new StartException(
        Problem.wrong(
            "data folder " + config.data(),
            "the credential cannot be kept (" + FileCause.of(e) + ")",
            "make room, or choose another folder with --data"),
        e);
  }

  /// The credential to ask for, kept before anybody is asked.
  private Secret wanted() throws StartException {
    try {
      Optional<String> asked = data.read(ASKED_FOR).filter(text -> !text.isBlank());
      if (asked.isPresent()) {
        return new Secret(asked.get());
      }
      Secret drawn = Secret.drawn(CREDENTIAL_BYTES);
      data.write(ASKED_FOR, drawn.reveal());
      return drawn;
    } catch (IOException e) {
      throw notKept(e);
    }
  }

  private String join(Optional<AuthorityPin> authority)
      throws StartException, InterruptedException {
    Optional<PinnedTrust> trust = authority.map(PinnedTrust::new);
    Backoff backoff = new Backoff(random);
    Secret wanted = wanted();
    long deadlineNanos = time.nanos() + PATIENCE.toNanos();
    try (JoinClient client = new JoinClient(config.server(), trust)) {
      while (true) {
        try {
          return client.join(config.name(), secret(), wanted);
        } catch (StartException e) {
          boolean mayPass = e.problem().kind() == Problem.Kind.UNREACHABLE;
          if (!mayPass || time.nanos() - deadlineNanos > 0) {
            throw e;
          }
        }
        time.sleepUntil(time.nanos() + backoff.next().toNanos());
      }
    }
  }

  private Secret secret() throws StartException {
    return switch (config.joining()) {
      case AgentConfig.Joining.ByFile(Path file) -> secretIn(file);
      case AgentConfig.Joining.ByToken(Secret token) -> token;
      case AgentConfig.Joining.Already() -> new Secret("");
    };
  }

  private static Secret secretIn(Path file) throws StartException {
    try {
      if (Files.size(file) > MAX_SECRET) {
        throw new IOException("it is too large");
      }
      return new Secret(Files.readString(file, StandardCharsets.UTF_8).strip());
    } catch (NoSuchFileException e) {
      throw new StartException(
          Problem.unreachable(
              "join file " + file,
              "there is no such file",
              "start the server first, and name the file join in its data folder"),
          e);
    } catch (IOException e) {
      throw new StartException(
          Problem.wrong(
              "join file " + file,
              "it cannot be read (" + FileCause.of(e) + ")",
              "run the agent as the server's own user, or join with --token"),
          e);
    }
  }
}
