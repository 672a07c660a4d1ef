package dev.broadside.client.spool;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The segment files `N.records` of one spool. Used by one thread at a time.
final class Segments {
  /// A segment that has grown to this is followed by a new one.
  static final long SEGMENT_BYTES = 8L << 20;

  static final String SUFFIX = ".records";

  private final Disk disk;
  private final Path folder;
  private final SpoolQuota quota;
  private final List<Segment> segments = new ArrayList<>();
  private int nextNumber;
  private long damagedBytes;

  /// Where a payload lies.
  record Place(Segment segment, long offset, int length) {}

  /// Who is handed what was found.
  interface Each {
    void found(byte[] payload, Place place) throws IOException;
  }

  Segments(Disk disk, Path folder, SpoolQuota quota) {
    this.disk = disk;
    this.folder = folder;
    this.quota = quota;
  }

  /// Opens the files that are there, cuts off torn ends, and hands over every intact payload in
  /// order.
  void load(Each each) throws IOException {
    for (Path path : disk.list(folder)) {
      if (path.getFileName().toString().endsWith(SUFFIX)) {
        load(path, each);
      }
    }
  }

  private void load(Path path, Each each) throws IOException {
    String number = path.getFileName().toString().replace(SUFFIX, "");
    nextNumber = Math.max(nextNumber, Integer.parseInt(number) + 1);
    DiskFile file = disk.open(path);
    int size = Math.toIntExact(file.size());
    Framing.Content content = Framing.scan(file.read(0, size));
    if (content.end() < size) {
      file.truncate(content.end());
      file.force();
    }
    quota.found(content.end());
    damagedBytes += content.damaged();
    Segment segment = new Segment(path, file, content.end());
    segments.add(segment);
    for (Framing.Frame frame : content.frames()) {
      long offset = (long) frame.offset() + Framing.HEAD;
      each.found(frame.payload(), new Place(segment, offset, frame.payload().length));
    }
  }

  /// Writes payloads one behind the other and makes them durable, together.
  ///
  /// @return where they lie; none where the quota does not allow it
  /// @throws IOException where the disk fails: nothing counts as written, and a new segment comes
  ///   next
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

  /// Deletes the newest segment, which nothing was ever written to: a disk that is full for hours
  /// must not fill with empty files that are held open.
  private void takeBack(Segment segment, IOException cause) {
    try {
      delete(segment);
      nextNumber--;
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  byte[] read(Place place) throws IOException {
    return place.segment().read(place.offset(), place.length());
  }

  /// Deletes the files that nobody needs, but never the newest.
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
      segment.close();
    }
  }

  long damagedBytes() {
    return damagedBytes;
  }
}
