package dev.broadside.kit.engine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.SocketFactory;

/// Makes plain sockets for drivers that do not expose theirs, and hands the socket of a new
/// connection to the code that opens it.
///
/// The driver finds this class by its name ([Engine#measuringDefaults]) and makes an object of it
/// for each socket, on the thread that connects.
public final class MeasuringSockets extends SocketFactory {
  private static final ScopedValue<AtomicReference<Socket>> OPENING = ScopedValue.newInstance();

  @FunctionalInterface
  public interface Opening<T> {
    T open() throws SQLException;
  }

  /// Opens a connection; afterwards `socket` holds the last socket that this class made for it, or
  /// is unchanged if it made none.
  public static <T> T handingTo(AtomicReference<Socket> socket, Opening<T> opening)
      throws SQLException {
    return ScopedValue.where(OPENING, socket).<T, SQLException>call(opening::open);
  }

  @Override
  public Socket createSocket() {
    Socket socket = new Socket();
    if (OPENING.isBound()) {
      OPENING.get().set(socket);
    }
    return socket;
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return getDefault().createSocket(host, port);
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress localHost, int localPort)
      throws IOException {
    return getDefault().createSocket(host, port, localHost, localPort);
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return getDefault().createSocket(host, port);
  }

  @Override
  public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort)
      throws IOException {
    return getDefault().createSocket(address, port, localAddress, localPort);
  }
}
