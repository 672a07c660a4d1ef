package dev.broadside.client.spool;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The segment files `N.records` of one spool. Used by one thread at a time.
final class Segments {
  /// A segment that has grown to this is followed by a new one.
  static final long SEGMENT_BYTES = 8L << 20;

  static final String SUFFIX = ".records";

  /// Ends the name of the file, beside a segment, with the torn end that was cut off.
  static final String TORN = ".torn";

  private static final String NAME = "[0-9]{1,8}\\.records";

  private final Disk disk;
  private final Path folder;
  private final SpoolQuota quota;
  private final List<Segment> segments = new ArrayList<>();
  private final List<String> damage = new ArrayList<>();
  private int nextNumber;
  private boolean endIntact = true;

  /// Where a payload lies.
  record Place(Segment segment, long offset, int length) {}

  /// Takes each payload that was found.
  interface Each {
    /// @return whether it is a record
    boolean found(byte[] payload, Place place);
  }

  Segments(Disk disk, Path folder, SpoolQuota quota) {
    this.disk = disk;
    this.folder = folder;
    this.quota = quota;
  }

  /// Opens the existing files, cuts off torn ends, and hands over every intact payload in order.
  /// What cannot be read stays in its file, and [#damage()] reports it.
  void load(Each each) throws IOException {
    for (Path path : disk.list(folder)) {
      String name = path.getFileName().toString();
      if (name.matches(NAME)) {
        nextNumber = Math.max(nextNumber, Integer.parseInt(name.replace(SUFFIX, "")) + 1);
        load(path, each);
      } else if (name.endsWith(SUFFIX)) {
        damage.add(name + " is no name of a segment, so it is left as it is");
      }
    }
  }

  private void load(Path path, Each each) {
    try {
      scan(path, each);
    } catch (IOException e) {
      endIntact = false;
      damage.add(path.getFileName() + " cannot be read: " + e.getMessage());
    }
  }

  private void scan(Path path, Each each) throws IOException {
    DiskFile file = disk.open(path);
    int size;
    Framing.Content content;
    try {
      size = Math.toIntExact(file.size());
      content = Framing.scan(file.read(0, size));
    } catch (IOException | ArithmeticException e) {
      file.close();
      throw new IOException(e.getMessage(), e);
    }
    Segment segment = new Segment(path, file, content.end());
    segments.add(segment);
    endIntact = content.end() == size;
    cutTornEnd(segment, size);
    quota.found(content.end());
    if (content.damaged() > 0) {
      keep(segment, content.damaged() + " bytes of " + path.getFileName() + " are damaged");
    }
    for (Framing.Frame frame : content.frames()) {
      long offset = (long) frame.offset() + Framing.HEAD;
      boolean last = frame.offset() + Framing.HEAD + frame.payload().length == content.end();
      if (!each.found(frame.payload(), new Place(segment, offset, frame.payload().length))) {
        endIntact &= !last;
        keep(segment, "what lies at " + offset + " in " + path.getFileName() + " is no record");
      }
    }
  }

  /// Keeps a segment with damage until its spool is deleted, since people may want to look at it.
  private void keep(Segment segment, String what) {
    segment.hold();
    damage.add(what);
  }

  /// Cuts off the torn end, and keeps a copy of it as long as the spool: it may be an interrupted
  /// write, or a record that has decayed.
  private void cutTornEnd(Segment segment, int size) {
    long end = segment.size();
    if (end == size) {
      return;
    }
    try {
      byte[] torn = segment.read(end, Math.toIntExact(size - end));
      disk.replace(segment.path().resolveSibling(segment.path().getFileName() + TORN), torn);
      segment.cutOff();
    } catch (IOException e) {
      // The end could not be cut off, so nothing more is written to this file.
      segment.abandon(end, e);
    }
  }

  /// Writes payloads one after another and makes them durable, together.
  ///
  /// @return their places; none if the quota does not allow it
  /// @throws IOException if the disk fails: nothing counts as written, and a new segment comes next
  List<Place> write(List<byte[]> payloads) throws IOException {
    long bytes = payloads.stream().mapToLong(payload -> Framing.HEAD + payload.length).sum();
    if (!quota.take(bytes)) {
      return List.of();
    }
    try {
      return writeTo(segmentToWrite(), payloads);
    } catch (IOException e) {
      quota.giveBack(bytes);
      throw e;
    }
  }

  private Segment segmentToWrite() throws IOException {
    boolean fits =
        !segments.isEmpty()
            && !segments.getLast().abandoned()
            && segments.getLast().size() < SEGMENT_BYTES;
    if (!fits) {
      Path path = folder.resolve("%08d%s".formatted(nextNumber, SUFFIX));
      segments.add(new Segment(path, disk.open(path), 0));
      nextNumber++;
    }
    return segments.getLast();
  }

  private List<Place> writeTo(Segment segment, List<byte[]> payloads) throws IOException {
    long before = segment.size();
    List<Place> places = new ArrayList<>();
    try {
      for (byte[] payload : payloads) {
        long at = segment.append(Framing.frame(payload));
        places.add(new Place(segment, at + Framing.HEAD, payload.length));
      }
      segment.force();
    } catch (IOException e) {
      segment.abandon(before, e);
      if (before == 0) {
        takeBack(segment, e);
      }
      throw e;
    }
    places.forEach(place -> place.segment().hold());
    return places;
  }

  /// Deletes the newest segment, which is empty: while a disk is full for hours, empty files must
  /// not pile up.
  private void takeBack(Segment segment, IOException cause) {
    try {
      delete(segment);
      nextNumber--;
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  /// Reads a payload back; empty if it is damaged.
  Optional<byte[]> read(Place place) throws IOException {
    return Framing.payload(
        place.segment().read(place.offset() - Framing.HEAD, Framing.HEAD + place.length()));
  }

  /// The damage found when the files were opened, each as a sentence without a full stop.
  List<String> damage() {
    return damage;
  }

  /// Whether the newest record was the end of the files when they were opened, with nothing
  /// unreadable after it.
  boolean endIntact() {
    return endIntact;
  }

  /// Deletes the files that are not needed, but never the newest.
  void dropOldUnneeded() throws IOException {
    for (Segment segment : List.copyOf(segments.subList(0, Math.max(0, segments.size() - 1)))) {
      if (!segment.needed()) {
        delete(segment);
      }
    }
  }

  private void delete(Segment segment) throws IOException {
    segment.close();
    disk.delete(segment.path());
    quota.giveBack(segment.size());
    segments.remove(segment);
  }

  void deleteAll() throws IOException {
    for (Segment segment : List.copyOf(segments)) {
      delete(segment);
    }
  }

  void close() throws IOException {
    for (Segment segment : segments) {
      quota.giveBack(segment.size());
      segment.close();
    }
    segments.clear();
  }

  /// One file of a spool, only ever added to at its end.
  static final class Segment {
    private final Path path;
    private final DiskFile file;
    private long size;
    private int held;
    private boolean abandoned;

    /// @param size where the next frame goes
    Segment(Path path, DiskFile file, long size) {
      this.path = path;
      this.file = file;
      this.size = size;
    }

    /// Writes a frame at the end.
    ///
    /// @return where it begins
    long append(byte[] frame) throws IOException {
      long at = size;
      file.write(at, frame);
      size += frame.length;
      return at;
    }

    void force() throws IOException {
      file.force();
    }

    /// Takes back what was written from an offset on, and allows no more writing: after a failed
    /// write or flush it is unknown what is on the disk.
    void abandon(long from, IOException cause) {
      abandoned = true;
      size = from;
      try {
        file.truncate(from);
      } catch (IOException e) {
        // What remains are whole records that will be written again elsewhere; the newer copy is
        // passed over.
        cause.addSuppressed(e);
      }
    }

    /// Cuts the file off after the last frame that is known to be whole.
    void cutOff() throws IOException {
      file.truncate(size);
      file.force();
    }

    boolean abandoned() {
      return abandoned;
    }

    byte[] read(long offset, int length) throws IOException {
      return file.read(offset, length);
    }

    long size() {
      return size;
    }

    Path path() {
      return path;
    }

    /// One more of its frames is needed.
    void hold() {
      held++;
    }

    /// One of its frames is not needed any more.
    void release() {
      held--;
    }

    boolean needed() {
      return held > 0;
    }

    void close() throws IOException {
      file.close();
    }
  }
}
