package dev.broadside.bench.probes;

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
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;

/// One question and one answer on a TCP connection of its own per thread, with [NoopDatabase] at
/// the other end.
public final class EchoProbe implements JobClass {
  private static final Parameter.Whole PORT =
      Parameter.whole("port", "Port of the stub on this host").between(1, 65_535);
  private static final int QUESTION = 0;

  @Override
  public JobDescription describe() {
    return new JobDescription(
        "echo_probe",
        "Echo probe",
        "A few bytes there and back on a TCP connection, to measure what a connection costs.",
        Parameters.of(PORT),
        List.of("question"));
  }

  @Override
  public JobShare open(ShareContext share) {
    int port = Math.toIntExact(share.values().get(PORT));
    return _ -> new Asking(port);
  }

  private static final class Asking implements JobThread {
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final byte[] message = new byte[NoopDatabase.MESSAGE_BYTES];

    Asking(int port) throws IOException {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setTcpNoDelay(true);
      in = socket.getInputStream();
      out = socket.getOutputStream();
    }

    @Override
    public void iterate(Iteration iteration) throws IOException {
      iteration.begin(QUESTION);
      out.write(message);
      if (in.readNBytes(message, 0, message.length) < message.length) {
        throw new EOFException("the stub has closed the connection");
      }
      iteration.end();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
