package dev.broadside.jobs.storage;

import dev.broadside.core.work.JobContext;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/// The file of one agent: pages that each begin with a mark made of their number, followed by data
/// that cannot be compressed.
///
/// A file without such a mark belongs to somebody else, and is never written to.
final class TestFile {
  static final int PAGE_BYTES = 4_096;

  private static final String NAME = "broadside-storage-";
  private static final int CHUNK_BYTES = 1 << 20;
  private static final long MARK = 0x62726F6164736964L;
  private static final long SEED = 1;

  private final Path path;
  private final long bytes;
  private final Access access;
  private final FileChannel lock;

  /// How it is read and written.
  ///
  /// @param direct past the cache of the operating system
  /// @param sync each write is durable before it ends
  record Access(boolean direct, boolean sync) {
    FileChannel open(Path path) throws IOException {
      Set<OpenOption> options =
          new HashSet<>(
              Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
      if (direct) {
        options.add(directOption());
      }
      if (sync) {
        options.add(StandardOpenOption.DSYNC);
      }
      return FileChannel.open(path, options);
    }

    /// By reflection, since the compiler warns about the JDK's package, and nothing silences it.
    private static OpenOption directOption() {
      try {
        return Stream.of(Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants())
            .filter(option -> option.toString().equals("DIRECT"))
            .map(OpenOption.class::cast)
            .findFirst()
            .orElseThrow(() -> new UnsupportedOperationException("this JDK has no direct I/O"));
      } catch (ClassNotFoundException e) {
        throw new UnsupportedOperationException("this JDK has no direct I/O", e);
      }
    }
  }

  private TestFile(Path path, long bytes, Access access, FileChannel lock) {
    this.path = path;
    this.bytes = bytes;
    this.access = access;
    this.lock = lock;
  }

  /// Whether the file system of a folder has direct I/O.
  static boolean takesDirect(Path folder) throws IOException {
    Path probe = Files.createTempFile(folder, NAME, ".probe");
    try (FileChannel channel = new Access(true, false).open(probe)) {
      return channel.write(aligned(PAGE_BYTES), 0) == PAGE_BYTES;
    } catch (IOException | UnsupportedOperationException _) {
      return false;
    } finally {
      Files.deleteIfExists(probe);
    }
  }

  /// How large the largest file is that an earlier job has left in a folder.
  static long kept(Path folder) throws IOException {
    long largest = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, NAME + "*")) {
      for (Path file : files) {
        largest = Math.max(largest, Files.size(file));
      }
    }
    return largest;
  }

  /// Reuses the file of an earlier job, or makes one, and locks it.
  ///
  /// @param agent its number in the job
  /// @param context takes the progress, and says when to stop
  /// @throws IOException if another kind of file is there, another job uses it, or the disk is full
  static TestFile open(Path folder, int agent, long bytes, Access access, JobContext context)
      throws IOException {
    Path path = folder.resolve(NAME + agent);
    boolean there = Files.exists(path);
    if (there && Files.size(path) > 0 && !begun(path)) {
      throw new IOException(path + " is not a file of this job class; name another folder");
    }
    FileChannel lock =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    try {
      if (!locked(lock)) {
        throw new IOException("another job uses " + path + "; name another folder");
      }
      TestFile file = new TestFile(path, bytes, access, lock);
      if (!file.whole()) {
        file.fill(context);
      }
      return file;
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private static boolean locked(FileChannel channel) throws IOException {
    try {
      return Optional.ofNullable(channel.tryLock()).isPresent();
    } catch (OverlappingFileLockException _) {
      return false;
    }
  }

  /// Whether a file begins as ours do.
  private static boolean begun(Path path) throws IOException {
    return word(path, 0) == mark(0);
  }

  /// The mark of a page; 0 if the page is cut off.
  private static long word(Path path, long page) throws IOException {
    ByteBuffer word = ByteBuffer.allocate(Long.BYTES);
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      return channel.read(word, page * PAGE_BYTES) == Long.BYTES ? word.getLong(0) : 0;
    }
  }

  private static long mark(long page) {
    return MARK ^ page * 0x9E3779B97F4A7C15L;
  }

  /// A file is written from begin to end, so that the mark of the last page comes last.
  private boolean whole() throws IOException {
    return Files.size(path) >= bytes && word(path, pages() - 1) == mark(pages() - 1);
  }

  private long pages() {
    return bytes / PAGE_BYTES;
  }

  long bytes() {
    return bytes;
  }

  private void fill(JobContext context) throws IOException {
    ByteBuffer chunk = noise(CHUNK_BYTES);
    try (FileChannel channel = new Access(access.direct, false).open(path)) {
      for (long at = 0; at < bytes && !context.stopping(); at += CHUNK_BYTES) {
        stamp(chunk, at);
        write(channel, chunk, at);
        context.progress("make " + path.getFileName(), at >> 20, bytes >> 20);
      }
      channel.force(true);
    }
  }

  /// A channel of one thread: one that is interrupted closes its channel.
  FileChannel channel() throws IOException {
    return access.open(path);
  }

  /// A block in memory that direct I/O can use, full of data that cannot be compressed.
  static ByteBuffer noise(int bytes) {
    ByteBuffer block = aligned(bytes);
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < bytes; i += Long.BYTES) {
      block.putLong(i, random.nextLong());
    }
    return block;
  }

  private static ByteBuffer aligned(int bytes) {
    return ByteBuffer.allocateDirect(bytes + PAGE_BYTES)
        .alignedSlice(PAGE_BYTES)
        .limit(bytes)
        .slice();
  }

  /// Writes the mark of each page of a block.
  ///
  /// @param position of the block in the file
  static void stamp(ByteBuffer block, long position) {
    for (int at = 0; at < block.capacity(); at += PAGE_BYTES) {
      block.putLong(at, mark((position + at) / PAGE_BYTES));
    }
  }

  static void write(FileChannel channel, ByteBuffer block, long position) throws IOException {
    block.clear();
    if (channel.write(block, position) != block.capacity()) {
      throw new IOException("a write was cut short at " + position);
    }
  }

  static void read(FileChannel channel, ByteBuffer block, long position) throws IOException {
    block.clear();
    if (channel.read(block, position) != block.capacity()) {
      throw new IOException("a read was cut short at " + position);
    }
  }

  /// @throws IOException if a page is not the one that was written
  static void verify(ByteBuffer block, long position) throws IOException {
    for (int at = 0; at < block.capacity(); at += PAGE_BYTES) {
      long page = (position + at) / PAGE_BYTES;
      if (block.getLong(at) != mark(page)) {
        throw new IOException("page " + page + " does not hold what was written");
      }
    }
  }

  /// @param keep leaves it for the next job
  void close(boolean keep) throws IOException {
    if (!keep) {
      Files.deleteIfExists(path);
    }
    lock.close();
  }
}
