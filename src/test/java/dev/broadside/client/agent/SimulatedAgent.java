package dev.broadside.client.agent;

import dev.broadside.client.share.DataFolder;
import dev.broadside.client.share.StartException;
import dev.broadside.client.spool.LocalDisk;
import java.io.IOException;
import java.nio.file.Path;

/// Starts agents of parts of one's own, so that a whole cluster can be simulated within one JVM. In
/// the agent's package, since nobody else puts one together.
public final class SimulatedAgent {
  private SimulatedAgent() {}

  /// An agent that has joined before.
  ///
  /// @param credential what the dialer is given, to prove who the agent is
  /// @param counters where the counter files of its workers are to lie
  public static Agent start(AgentConfig config, String credential, Path counters, Agent.Parts parts)
      throws StartException, IOException, InterruptedException {
    DataFolder data = DataFolder.open(new LocalDisk(), config.data(), counters);
    try {
      Agent agent = new Agent(config, credential, data, parts);
      agent.connect();
      return agent;
    } catch (StartException | InterruptedException e) {
      data.close();
      throw e;
    }
  }
}
