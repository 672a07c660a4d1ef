package dev.broadside.server.collect;

import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.wire.SealedRecord;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/// The SHA-256 of a run's records, each with its key, its checksum and its bytes, in the order in
/// which they are added; and how many there were of each agent.
///
/// Not safe for use by several threads.
public final class RecordDigest {
  private final MessageDigest sha256 = sha256();
  private final DataOutputStream out =
      new DataOutputStream(new DigestOutputStream(OutputStream.nullOutputStream(), sha256));
  private final Map<String, Long> counts = new TreeMap<>();

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  public void add(SealedRecord sealed) {
    RecordKey key = sealed.key();
    counts.merge(key.agent(), 1L, Long::sum);
    try {
      out.writeUTF(key.runId());
      out.writeUTF(key.agent());
      out.writeLong(key.incarnation());
      out.writeUTF(key.stream());
      out.writeLong(key.seq());
      out.writeInt(sealed.crc());
      out.writeInt(sealed.bytes().length);
      out.write(sealed.bytes());
    } catch (IOException e) {
      throw new UncheckedIOException("a digest does not fail", e);
    }
  }

  public long count() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  public Map<String, Long> counts() {
    return counts;
  }

  /// The digest of all that was added, in hexadecimal digits; nothing can be added after it.
  public String hex() {
    return HexFormat.of().formatHex(sha256.digest());
  }
}
