package dev.broadside.core.wire;

import dev.broadside.core.digest.Sha256;
import dev.broadside.core.stat.RecordKey;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Map;
import java.util.TreeMap;

/// The seal of a run's records: the SHA-256 over its streams in the order of keys, each with its
/// key, the number of its records, and the SHA-256 over the digests of these by number.
///
/// So a record can be sealed after it was rolled up: its own digest is enough, which is kept. Not
/// safe for use by several threads.
public final class RecordDigest {
  /// How long the digest of a record is.
  public static final int BYTES = 32;

  private final Map<RecordKey, Stream> streams = new TreeMap<>();

  private static final class Stream {
    private final MessageDigest sha256 = Sha256.digest();
    private long count;
  }

  /// The digest of one record: of its key, its checksum and its bytes.
  public static byte[] of(SealedRecord sealed) {
    MessageDigest sha256 = Sha256.digest();
    write(
        sha256,
        out -> {
          name(sealed.key(), out);
          out.writeLong(sealed.key().seq());
          out.writeInt(sealed.crc());
          out.writeInt(sealed.bytes().length);
          out.write(sealed.bytes());
        });
    return sha256.digest();
  }

  private interface Writing {
    void to(DataOutputStream out) throws IOException;
  }

  private static void write(MessageDigest digest, Writing writing) {
    try {
      writing.to(
          new DataOutputStream(new DigestOutputStream(OutputStream.nullOutputStream(), digest)));
    } catch (IOException e) {
      throw new UncheckedIOException("a digest does not fail", e);
    }
  }

  private static void name(RecordKey key, DataOutputStream out) throws IOException {
    out.writeUTF(key.runId());
    out.writeUTF(key.agent());
    out.writeLong(key.incarnation());
    out.writeUTF(key.stream());
  }

  /// Adds records that follow one another; those of a stream come by number.
  ///
  /// @param first the key of the first
  /// @param digests the digests of all of them, one after the other
  public void add(RecordKey first, byte... digests) {
    RecordKey key =
        new RecordKey(first.runId(), first.agent(), first.incarnation(), first.stream(), 0);
    Stream stream = streams.computeIfAbsent(key, _ -> new Stream());
    stream.sha256.update(digests);
    stream.count += digests.length / BYTES;
  }

  public long count() {
    return streams.values().stream().mapToLong(stream -> stream.count).sum();
  }

  /// How many records each agent has.
  public Map<String, Long> counts() {
    Map<String, Long> counts = new TreeMap<>();
    streams.forEach((key, stream) -> counts.merge(key.agent(), stream.count, Long::sum));
    return counts;
  }

  /// The seal in hexadecimal digits; nothing can be added after it.
  public String hex() {
    MessageDigest all = Sha256.digest();
    streams.forEach((key, stream) ->
        write(
            all,
            out -> {
              name(key, out);
              out.writeLong(stream.count);
              out.write(stream.sha256.digest());
            }));
    return Sha256.hex(all);
  }
}
