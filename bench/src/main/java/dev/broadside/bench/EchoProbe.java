package dev.broadside.bench;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.JobClass;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.JobShare;
import dev.broadside.core.work.JobThread;
import dev.broadside.core.work.ShareContext;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;

/// Sends a byte over TCP and waits until it comes back: an iteration that is as slow as the target
/// and nothing else.
public final class EchoProbe implements JobClass {
  private static final Parameter.Whole PORT =
      Parameter.whole("port", "Port of the target on this host").between(1, 65_535);

  private static final int ECHO = 0;

  @Override
  public JobDescription describe() {
    return new JobDescription(
        "echo_probe",
        "Echo probe",
        "One byte to a TCP port of this host and back, to hold the engine against a known target.",
        Parameters.of(PORT),
        List.of("echo"));
  }

  @Override
  public JobShare open(ShareContext context) {
    int port = Math.toIntExact(context.values().get(PORT));
    return _ -> Echoing.on(port);
  }

  private record Echoing(Socket socket) implements JobThread {
    static Echoing on(int port) throws IOException {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setTcpNoDelay(true);
      return new Echoing(socket);
    }

    @Override
    public void iterate(Iteration iteration) throws IOException {
      iteration.begin(ECHO);
      socket.getOutputStream().write(1);
      if (socket.getInputStream().read() < 0) {
        throw new EOFException("the target closed the connection");
      }
      iteration.end();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
