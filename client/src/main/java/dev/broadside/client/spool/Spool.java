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
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
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
/// A torn end is cut off when a spool is opened. What is damaged, then or later, is left out, told
/// of ([#damage()], [Batch#unreadable()]), and holds nothing else back; it stays in its file as
/// long as the spool. Used by one thread at a time.
public final class Spool implements AutoCloseable {
  private static final String HEAD = "head";
  private static final String COPY_OF_HEAD = "head.copy";

  private final Codec codec = new Codec();
  private final Disk disk;
  private final Path folder;
  private final byte[] head;
  private final Segments segments;
  private final NavigableMap<Long, Entry> unacknowledged = new TreeMap<>();
  private final Set<Long> unreadable = new HashSet<>();
  private final Map<String, Long> newestSeqs = new HashMap<>();
  private Optional<SealedRecord> newest = Optional.empty();
  private long nextPosition;

  /// A record on disk.
  private record Entry(String stream, long seq, Place place) {
    boolean isOf(SealedRecord record) {
      return record.key().stream().equals(stream) && record.key().seq() == seq;
    }
  }

  /// Records read back.
  ///
  /// @param next the position behind the last of them
  /// @param unreadable what could not be read on the way, each in a sentence without a stop; said
  ///   once of each record, and tried again whenever all is read again
  public record Batch(List<SealedRecord> records, long next, List<String> unreadable) {}

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
    disk.replace(folder.resolve(COPY_OF_HEAD), Framing.frame(head));
    disk.replace(folder.resolve(HEAD), Framing.frame(head));
    return new Spool(disk, folder, quota, head);
  }

  /// Opens a spool as an earlier process left it. Its head is empty where it and its copy are
  /// damaged.
  public static Spool open(Disk disk, Path folder, SpoolQuota quota) throws IOException {
    byte[] head = readHead(disk, folder.resolve(HEAD));
    Spool spool =
        new Spool(
            disk,
            folder,
            quota,
            head.length > 0 ? head : readHead(disk, folder.resolve(COPY_OF_HEAD)));
    spool.segments.load(spool::found);
    return spool;
  }

  private static byte[] readHead(Disk disk, Path path) {
    if (!disk.exists(path)) {
      return new byte[0];
    }
    try (DiskFile file = disk.open(path)) {
      List<Framing.Frame> frames =
          Framing.scan(file.read(0, Math.toIntExact(file.size()))).frames();
      return frames.isEmpty() ? new byte[0] : frames.getFirst().payload();
    } catch (IOException | ArithmeticException e) {
      return new byte[0];
    }
  }

  private boolean found(byte[] payload, Place place) {
    Optional<SealedRecord> record = decode(payload);
    record
        .filter(each -> isNew(each.key()))
        .ifPresent(fresh -> {
          place.segment().hold();
          remember(fresh, place);
        });
    return record.isPresent();
  }

  /// Empty if it is no record that this version reads.
  private Optional<SealedRecord> decode(byte[] payload) {
    try {
      return codec.decode(payload) instanceof Message.Records(List<SealedRecord> records)
              && records.size() == 1
              && records.getFirst().intact()
          ? Optional.of(records.getFirst())
          : Optional.empty();
    } catch (ProtocolException e) {
      return Optional.empty();
    }
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

  /// Reads unacknowledged records back, oldest first. Those that cannot be read are passed over.
  ///
  /// @param position where to begin: 0, or the end of an earlier batch
  /// @param maxBytes how much at most; one record comes in any case, where there is one
  public Batch read(long position, int maxBytes) {
    List<SealedRecord> records = new ArrayList<>();
    List<String> troubles = new ArrayList<>();
    long next = position;
    int bytes = 0;
    for (Map.Entry<Long, Entry> entry : unacknowledged.tailMap(position).entrySet()) {
      int length = entry.getValue().place().length();
      if (!records.isEmpty() && bytes + length > maxBytes) {
        break;
      }
      Optional<SealedRecord> record = readBack(entry.getKey(), entry.getValue(), troubles);
      if (record.isPresent()) {
        records.add(record.get());
        bytes += length;
      }
      next = entry.getKey() + 1;
    }
    return new Batch(records, next, troubles);
  }

  private Optional<SealedRecord> readBack(long position, Entry entry, List<String> troubles) {
    try {
      Optional<SealedRecord> record =
          segments.read(entry.place()).flatMap(this::decode).filter(entry::isOf);
      if (record.isPresent()) {
        unreadable.remove(position);
        return record;
      }
      trouble(position, entry, "it is damaged", troubles);
    } catch (IOException e) {
      trouble(position, entry, "the disk says " + e.getMessage(), troubles);
    }
    return Optional.empty();
  }

  private void trouble(long position, Entry entry, String why, List<String> troubles) {
    if (unreadable.add(position)) {
      troubles.add(
          "record %d of stream %s cannot be read back from %s: %s"
              .formatted(entry.seq(), entry.stream(), entry.place().segment().path(), why));
    }
  }

  /// Forgets the records that an acknowledgement covers.
  ///
  /// @return whether there were any
  public boolean acknowledge(Message.Ack ack) throws IOException {
    boolean any = forget(ack);
    if (any) {
      segments.dropOldUnneeded();
    }
    return any;
  }

  /// A stream's records lie in the order of their numbers, so what is behind the last one that is
  /// meant, most of a long backlog, is not looked at.
  private boolean forget(Message.Ack ack) {
    boolean any = false;
    Iterator<Map.Entry<Long, Entry>> oldest = unacknowledged.entrySet().iterator();
    while (oldest.hasNext()) {
      Map.Entry<Long, Entry> next = oldest.next();
      Entry entry = next.getValue();
      if (entry.stream().equals(ack.stream()) && entry.seq() > ack.newest()) {
        break;
      }
      if (ack.covers(entry.stream(), entry.seq())) {
        entry.place().segment().release();
        unreadable.remove(next.getKey());
        oldest.remove();
        any = true;
      }
    }
    return any;
  }

  /// How many records are not acknowledged, unreadable ones included.
  public int unacknowledged() {
    return unacknowledged.size();
  }

  /// How many of them cannot be read back, as far as that was tried.
  public int unreadable() {
    return unreadable.size();
  }

  /// The record that was appended last.
  public Optional<SealedRecord> newest() {
    return newest;
  }

  public byte[] head() {
    return head;
  }

  /// What was found damaged when the spool was opened, each in a sentence without a stop.
  public List<String> damage() {
    return List.copyOf(segments.damage());
  }

  /// Whether [#newest()] is the newest that was ever appended: false where something lay behind it
  /// when the spool was opened that cannot be read, and that the server may have.
  public boolean endIntact() {
    return segments.endIntact();
  }

  /// Deletes everything.
  public void delete() throws IOException {
    unacknowledged.clear();
    unreadable.clear();
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
