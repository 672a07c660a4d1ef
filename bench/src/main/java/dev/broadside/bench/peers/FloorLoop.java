package dev.broadside.bench.peers;

import dev.broadside.bench.Tool;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/// What no client with a thread for each connection can beat on the JVM: threads that send the
/// packet of a prepared point select and take the answer without looking at it. There is no driver,
/// no engine and no statistics.
///
/// Arguments: `HOST PORT DATABASE USER THREADS ROWS`; the password is in
/// `BROADSIDE_BENCH_PASSWORD`. Works until it is ended from outside.
public final class FloorLoop {
  private static final String SELECT = "select c from sbtest1 where id = ?";

  private FloorLoop() {}

  public static void main(String[] args) throws Exception {
    String password = System.getenv().getOrDefault(Tool.PASSWORD, "");
    int threads = Integer.parseInt(args[4]);
    int rows = Integer.parseInt(args[5]);
    List<RawConnection> connections = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      RawConnection connection = RawConnection.open(args[0], Integer.parseInt(args[1]));
      connection.logIn(args[3], password, args[2]);
      connection.prepare(SELECT);
      connections.add(connection);
    }
    for (int i = 0; i < threads; i++) {
      RawConnection connection = connections.get(i);
      SplittableRandom random = new SplittableRandom(i);
      Thread.ofPlatform().start(() -> loop(connection, random, rows));
    }
  }

  private static void loop(RawConnection connection, SplittableRandom random, int rows) {
    try {
      while (true) {
        connection.execute(random.nextInt(rows) + 1);
      }
    } catch (Exception e) {
      throw new IllegalStateException("the floor broke", e);
    }
  }

  /// As much of the MySQL protocol as one prepared select with one whole number in it takes, on a
  /// bare socket: login by `mysql_native_password`, COM_STMT_PREPARE, COM_STMT_EXECUTE. Used by one
  /// thread.
  ///
  /// Source: MariaDB's documentation of the client/server protocol.
  private static final class RawConnection {
    private static final int LONG_PASSWORD = 1;
    private static final int WITH_DATABASE = 8;
    private static final int PROTOCOL_41 = 0x200;
    private static final int SECURE_CONNECTION = 0x8000;
    private static final int PLUGIN_AUTH = 0x8_0000;
    private static final int MOST_BYTES = 0xFF_FFFF;
    private static final byte UTF8MB4 = 45;
    private static final byte PREPARE = 0x16;
    private static final byte EXECUTE = 0x17;
    private static final byte TYPE_LONG = 3;
    private static final int SEED_HEAD = 8;
    private static final int SEED = 20;
    private static final int EOF = 0xFE;
    private static final int FAILED = 0xFF;

    private final InputStream in;
    private final OutputStream out;
    private byte[] execution = {};
    private byte[] answer = {};

    private RawConnection(InputStream in, OutputStream out) {
      this.in = in;
      this.out = out;
    }

    static RawConnection open(String host, int port) throws IOException {
      Socket socket = new Socket(host, port);
      socket.setTcpNoDelay(true);
      return new RawConnection(socket.getInputStream(), socket.getOutputStream());
    }

    void logIn(String user, String password, String database) throws Exception {
      byte[] seed = seed(packet());
      int flags = LONG_PASSWORD | WITH_DATABASE | PROTOCOL_41 | SECURE_CONNECTION | PLUGIN_AUTH;
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      body.write(little(9).putInt(flags).putInt(MOST_BYTES).put(UTF8MB4).array());
      body.write(new byte[23]);
      body.write(text(user));
      byte[] proof = proof(seed, password.getBytes(StandardCharsets.UTF_8));
      body.write(proof.length);
      body.write(proof);
      body.write(text(database));
      body.write(text("mysql_native_password"));
      send(1, body.toByteArray());
      packet();
    }

    /// The greeting's random bytes: eight of them, and twelve more behind fifteen others.
    private static byte[] seed(byte[] greeting) {
      int head = 1;
      while (greeting[head] != 0) {
        head++;
      }
      head += 1 + Integer.BYTES;
      byte[] seed = Arrays.copyOfRange(greeting, head, head + SEED);
      int tail = head + SEED_HEAD + 1 + 2 + 1 + 2 + 2 + 1 + 10;
      System.arraycopy(greeting, tail, seed, SEED_HEAD, SEED - SEED_HEAD);
      return seed;
    }

    /// SHA1(password) xor SHA1(seed + SHA1(SHA1(password))).
    private static byte[] proof(byte[] seed, byte[] password) throws GeneralSecurityException {
      MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
      byte[] once = sha1.digest(password);
      byte[] twice = sha1.digest(once);
      sha1.update(seed);
      byte[] mask = sha1.digest(twice);
      for (int i = 0; i < once.length; i++) {
        once[i] ^= mask[i];
      }
      return once;
    }

    /// Prepares a select with one parameter, and learns how long its answer is.
    void prepare(String select) throws IOException {
      byte[] query = select.getBytes(StandardCharsets.UTF_8);
      send(0, little(1 + query.length).put(PREPARE).put(query).array());
      int statement = ByteBuffer.wrap(packet()).order(ByteOrder.LITTLE_ENDIAN).getInt(1);
      untilEof(2);
      ByteBuffer packet = little(Integer.BYTES + 18);
      packet.putInt(18).put(EXECUTE).putInt(statement).put((byte) 0).putInt(1);
      // No null; types follow; the type is a signed long.
      packet.put((byte) 0).put((byte) 1).put(TYPE_LONG).put((byte) 0);
      execution = packet.array();
      out.write(id(1));
      answer = new byte[Integer.BYTES + packet().length + untilEof(2)];
    }

    /// Sends the select for one id, and takes its answer.
    void execute(int id) throws IOException {
      out.write(id(id));
      if (in.readNBytes(answer, 0, answer.length) < answer.length) {
        throw new IOException("the server hung up");
      }
    }

    private byte[] id(int id) {
      int at = execution.length - Integer.BYTES;
      for (int i = 0; i < Integer.BYTES; i++) {
        execution[at + i] = (byte) (id >>> (Byte.SIZE * i));
      }
      return execution;
    }

    /// Reads packets up to so many that end a list, and returns how many bytes they had.
    private int untilEof(int ends) throws IOException {
      int bytes = 0;
      int left = ends;
      while (left > 0) {
        byte[] body = packet();
        bytes += Integer.BYTES + body.length;
        left -= (body[0] & 0xFF) == EOF && body.length < 9 ? 1 : 0;
      }
      return bytes;
    }

    private byte[] packet() throws IOException {
      byte[] head = in.readNBytes(Integer.BYTES);
      byte[] body =
          in.readNBytes(ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt() & MOST_BYTES);
      if (body.length == 0 || (body[0] & 0xFF) == FAILED) {
        throw new IOException("the server refuses: " + new String(body, StandardCharsets.UTF_8));
      }
      return body;
    }

    private void send(int sequence, byte[] body) throws IOException {
      out.write(
          little(Integer.BYTES + body.length)
              .putInt(body.length | (sequence << 24))
              .put(body)
              .array());
    }

    private static byte[] text(String text) {
      return (text + '\0').getBytes(StandardCharsets.UTF_8);
    }

    private static ByteBuffer little(int bytes) {
      return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
  }
}
