package dev.broadside.client.spool;

import dev.broadside.client.spool.Segments.Place;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ProtocolException;
import dev.broadside.core.wire.SealedRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/// The sealed records of one incarnation of a share on disk, in the order in which they were
/// sealed, until they are acknowledged.
///
/// A folder holds a head, which is whatever the owner needs to know about the share after a
/// restart, and segments of records. Records are durable when [#append] returns, so that nothing is
/// offered to the server which a loss of power could take back. A segment is deleted when all in it
/// is acknowledged and a newer one holds the newest record. Acknowledgements are not written down:
/// after a restart some records are sent twice, which is harmless.
///
/// A torn end is cut off when a spool is opened; a record with a flipped bit is left out, and its
/// bytes are counted in [#damagedBytes()]. Used by one thread at a time.
public final class Spool implements AutoCloseable {
  private static final String HEAD = "head";

  private final Codec codec = new Codec();
  private final Disk disk;
  private final Path folder;
  private final byte[] head;
  private final Segments segments;
  private final NavigableMap<Long, Entry> unacknowledged = new TreeMap<>();
  private final Map<String, Long> newestSeqs = new HashMap<>();
  private Optional<SealedRecord> newest = Optional.empty();
  private long nextPosition;

  /// A record on disk.
  private record Entry(String stream, long seq, Place place) {}

  /// Records read back.
  ///
  /// @param next the position behind the last of them
  public record Batch(List<SealedRecord> records, long next) {}

  private Spool(Disk disk, Path folder, SpoolQuota quota, byte[] head) {
    this.disk = disk;
    this.folder = folder;
    this.head = head;
    this.segments = new Segments(disk, folder, quota);
  }

  /// Makes a new spool.
  ///
  /// @param head given back by [#head()] after a restart
  public static Spool create(Disk disk, Path folder, SpoolQuota quota, byte[] head)
      throws IOException {
    disk.createFolder(folder);
    disk.replace(folder.resolve(HEAD), Framing.frame(head));
    return new Spool(disk, folder, quota, head);
  }

  /// Opens a spool as an earlier process left it. Its head is empty where it is damaged.
  public static Spool open(Disk disk, Path folder, SpoolQuota quota) throws IOException {
    Spool spool = new Spool(disk, folder, quota, readHead(disk, folder));
    spool.segments.load(spool::found);
    return spool;
  }

  private static byte[] readHead(Disk disk, Path folder) throws IOException {
    Path path = folder.resolve(HEAD);
    if (!disk.exists(path)) {
      return new byte[0];
    }
    try (DiskFile file = disk.open(path)) {
      List<Framing.Frame> frames =
          Framing.scan(file.read(0, Math.toIntExact(file.size()))).frames();
      return frames.isEmpty() ? new byte[0] : frames.getFirst().payload();
    }
  }

  private void found(byte[] payload, Place place) throws IOException {
    SealedRecord record = decode(payload);
    if (isNew(record.key())) {
      place.segment().hold();
      remember(record, place);
    }
  }

  /// What was written by this class and has an intact checksum is a record.
  private SealedRecord decode(byte[] payload) throws IOException {
    try {
      if (codec.decode(payload) instanceof Message.Records(List<SealedRecord> records)) {
        return records.getFirst();
      }
    } catch (ProtocolException e) {
      throw new IOException("a later version of the agent wrote in " + folder, e);
    }
    throw new IOException("something else wrote in " + folder);
  }

  private boolean isNew(RecordKey key) {
    return key.seq() > newestSeqs.getOrDefault(key.stream(), -1L);
  }

  private void remember(SealedRecord record, Place place) {
    RecordKey key = record.key();
    unacknowledged.put(nextPosition++, new Entry(key.stream(), key.seq(), place));
    newestSeqs.put(key.stream(), key.seq());
    newest = Optional.of(record);
  }

  /// Appends records, each newer than the one before it, and makes them durable, all or none. Those
  /// that are here already are passed over.
  ///
  /// @return false where the quota does not allow it: try again when something has been
  ///   acknowledged
  /// @throws IOException where the disk fails: nothing is appended, and it may be tried again
  public boolean append(List<SealedRecord> records) throws IOException {
    List<SealedRecord> fresh = records.stream().filter(record -> isNew(record.key())).toList();
    if (fresh.isEmpty()) {
      return true;
    }
    List<byte[]> payloads =
        fresh.stream().map(record -> codec.encode(new Message.Records(List.of(record)))).toList();
    List<Place> places = segments.write(payloads);
    for (int i = 0; i < places.size(); i++) {
      remember(fresh.get(i), places.get(i));
    }
    return !places.isEmpty();
  }

  /// Reads unacknowledged records back, oldest first.
  ///
  /// @param position where to begin: 0, or the end of an earlier batch
  /// @param maxBytes how much at most; one record comes in any case, where there is one
  public Batch read(long position, int maxBytes) throws IOException {
    List<SealedRecord> records = new ArrayList<>();
    long next = position;
    int bytes = 0;
    for (Map.Entry<Long, Entry> entry : unacknowledged.tailMap(position).entrySet()) {
      Place place = entry.getValue().place();
      if (!records.isEmpty() && bytes + place.length() > maxBytes) {
        break;
      }
      records.add(decode(segments.read(place)));
      bytes += place.length();
      next = entry.getKey() + 1;
    }
    return new Batch(records, next);
  }

  /// Forgets the records of a stream up to a sequence number.
  ///
  /// @return whether there were any
  public boolean acknowledge(String stream, long throughSeq) throws IOException {
    boolean any = forget(stream, throughSeq);
    if (any) {
      segments.dropOldUnneeded();
    }
    return any;
  }

  /// A stream's records lie in the order of their numbers, so what is behind the last one that is
  /// meant, most of a long backlog, is not looked at.
  private boolean forget(String stream, long throughSeq) {
    boolean any = false;
    Iterator<Entry> oldest = unacknowledged.values().iterator();
    while (oldest.hasNext()) {
      Entry entry = oldest.next();
      boolean meant = entry.stream().equals(stream);
      if (meant && entry.seq() > throughSeq) {
        break;
      }
      if (meant) {
        entry.place().segment().release();
        oldest.remove();
        any = true;
      }
    }
    return any;
  }

  /// How many records are not acknowledged.
  public int unacknowledged() {
    return unacknowledged.size();
  }

  /// The record that was appended last.
  public Optional<SealedRecord> newest() {
    return newest;
  }

  public byte[] head() {
    return head;
  }

  /// Bytes that an earlier process wrote here and that cannot be read any more.
  public long damagedBytes() {
    return segments.damagedBytes();
  }

  /// Deletes everything.
  public void delete() throws IOException {
    unacknowledged.clear();
    segments.deleteAll();
    for (Path left : disk.list(folder)) {
      disk.delete(left);
    }
    disk.delete(folder);
  }

  /// Lets go of the files and leaves them as they are.
  @Override
  public void close() throws IOException {
    segments.close();
  }
}
