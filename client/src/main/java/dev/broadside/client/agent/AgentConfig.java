package dev.broadside.client.agent;

import dev.broadside.client.link.AuthorityPin;
import dev.broadside.client.link.ServerAddress;
import dev.broadside.client.share.WorkerLauncher;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.pack.PackTrust;
import dev.broadside.core.param.Secret;
import dev.broadside.core.wire.Message;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// The settings of an agent when it is started.
///
/// @param name its name, as the server and all results know it
/// @param access how it reaches its server
/// @param offer what it offers to jobs
/// @param workers settings of its workers, whose flags win over the agent's own
/// @param data the agent's own folder
/// @param spoolBytes how much disk the records that wait for the server may take
/// @param trust whose packs it runs
/// @param version Broadside's version
public record AgentConfig(
    String name,
    Access access,
    Offer offer,
    WorkerLauncher.Settings workers,
    Path data,
    long spoolBytes,
    PackTrust trust,
    String version) {
  /// The usual [#spoolBytes()]: days of records.
  public static final long SPOOL_BYTES = 1L << 30;

  private static final int MAX_LABELS = 10;

  public AgentConfig {
    Bounds.name(name, "the agent's name");
  }

  /// How an agent reaches its server. The address and the authority may be left out if the join
  /// file has them, and after the agent has joined.
  ///
  /// @param server where the server is
  /// @param authority whom the server's certificate has to come from
  /// @param joining how the agent joins if it has not done so before
  public record Access(
      Optional<ServerAddress> server, Optional<AuthorityPin> authority, Joining joining) {}

  /// What an agent offers to jobs.
  ///
  /// @param labels by which jobs choose agents
  /// @param jobs how many jobs it runs at once
  public record Offer(Map<String, String> labels, int jobs) {
    public Offer {
      labels = Map.copyOf(labels);
      if (jobs < 1 || jobs > Message.MOST_JOBS) {
        throw new IllegalArgumentException(
            "an agent has from 1 to " + Message.MOST_JOBS + " jobs at once");
      }
      // All of them go into the first frame, which a server takes only if it is small.
      if (labels.size() > MAX_LABELS) {
        throw new IllegalArgumentException("an agent has at most " + MAX_LABELS + " labels");
      }
      labels.forEach((key, value) -> {
        Bounds.text(key, Bounds.MAX_NAME, "a label's name");
        Bounds.text(value, Bounds.MAX_NAME, "the label " + key);
      });
    }
  }

  /// This configuration with the name and the server that a member has now.
  AgentConfig of(Membership member) {
    return new AgentConfig(
        member.agent(),
        new Access(Optional.of(member.server()), Optional.of(member.authority()), access.joining()),
        offer,
        workers,
        data,
        spoolBytes,
        trust,
        version);
  }

  /// How an agent proves to a server, the first time, that it may join.
  public sealed interface Joining {
    /// By a token in a file, or by the file `join` of a server on this host, which also has the
    /// server's address and authority.
    record ByFile(Path file) implements Joining {}

    /// It has joined before; if not, by the file `join` of the server that its own user runs here.
    record Usually(Path file) implements Joining {}

    /// By a token that the server printed: works once, and for a short time.
    record ByToken(Secret token) implements Joining {}

    /// Not at all: it has joined before.
    record Already() implements Joining {}
  }
}
