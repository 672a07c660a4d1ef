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
/// sealed, until they are acknowledged. A folder holds a head, which has what the owner needs to
/// know about the share after a restart, and segments of records. Records are durable when
/// [#append] returns, so that a loss of power cannot take back what the server was offered. A
/// segment is deleted when all its records are acknowledged and a newer one holds the newest
/// record. Acknowledgements are not written down: after a restart some records are sent twice,
/// which is harmless. A torn end is cut off when a spool is opened. Damaged records are left out
/// and reported ([#damage()], [Batch#unreadable()]), and do not delay others; they stay in their
/// file as long as the spool. Used by one thread at a time.
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
  /// @param next the position after the last of them
  /// @param unreadable the records that could not be read, each as a sentence without a full stop;
  ///   a record is reported once, and tried again each time that all are read again
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

  /// Opens a spool as an earlier process left it. Its head is empty if both it and its copy are
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

  /// The record in a payload; empty if this version cannot read it.
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
  /// @return false if the quota does not allow it: try again when something has been acknowledged
  /// @throws IOException if the disk fails: nothing is appended, and it may be tried again
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
  /// @param maxBytes how much at most; if there are records, at least one comes
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

  /// Forgets the records that an acknowledgement covers; false if there are none. A stream's
  /// records are in the order of their numbers, so the search ends at the newest one that is
  /// covered, before most of a long backlog.
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

  /// How many unacknowledged records could not be read back when that was tried.
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

  /// The damage found when the spool was opened, each as a sentence without a full stop.
  public List<String> damage() {
    return List.copyOf(segments.damage());
  }

  /// Whether [#newest()] is the newest record that was ever appended. False if something unreadable
  /// came after it when the spool was opened: it may be a record that the server has.
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

  /// Closes the files and keeps them.
  @Override
  public void close() throws IOException {
    segments.close();
  }
}
