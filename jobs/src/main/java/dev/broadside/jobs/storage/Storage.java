package dev.broadside.jobs.storage;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Finding;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.JobClass;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.JobShare;
import dev.broadside.core.work.JobThread;
import dev.broadside.core.work.ShareContext;
import dev.broadside.core.work.ThreadContext;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;

/// Small reads and writes anywhere in a file and streams of large ones beside them, past the cache
/// of the operating system: what a disk does before a database is put on it. In the shape of ORION,
/// whose matrix is a study along the threads and the number of large streams.
///
/// Each thread has one I/O under way at a time, so the threads are ORION's outstanding I/Os. Each
/// agent has a file of its own in the folder, which the job makes and removes. Reads check that
/// they find what was written.
public final class Storage implements JobClass {
  static final Parameter.Text DIRECTORY =
      Parameter.text("directory", "Where each agent makes its file, on the disk to be measured");

  static final Parameter.Whole FILE_MIB =
      Parameter.whole("file-mib", "Size of each file in MiB; several times the cache of the disk")
          .between(1, 64L << 20)
          .preset(1_024L);

  static final Parameter.Whole SMALL_KIB =
      Parameter.whole("small-kib", "Size of the small I/Os in KiB").between(4, 1_024).preset(8L);

  static final Parameter.Whole LARGE_KIB =
      Parameter.whole("large-kib", "Size of the large I/Os in KiB")
          .between(4, 64L << 10)
          .preset(1_024L);

  static final Parameter.Whole LARGE_STREAMS =
      Parameter.whole(
              "large-streams",
              "How many threads of each agent do large I/Os, one after the other; all others do"
                  + " small ones anywhere")
          .between(0, 10_000)
          .preset(0L);

  static final Parameter.Decimal READ_SHARE =
      Parameter.decimal("read-share", "Percent of the I/Os that read; all others write")
          .between(0, 100)
          .preset(100.0);

  static final Parameter.Flag DIRECT =
      Parameter.flag("direct", "Past the cache of the operating system (O_DIRECT)").preset(true);

  static final Parameter.Flag SYNC =
      Parameter.flag("sync", "Each write is durable before it ends (O_DSYNC), as of a log");

  static final Parameter.Flag KEEP =
      Parameter.flag("keep-file", "Leaves the files, so that the next job need not make them");

  @Override
  public JobDescription describe() {
    return new JobDescription(
        "storage",
        "Storage",
        "Small random reads and writes and large streams on files of its own, past the cache: what"
            + " a disk does before a database is put on it. In the shape of Oracle's ORION.",
        Parameters.of(
            DIRECTORY,
            FILE_MIB,
            SMALL_KIB,
            LARGE_KIB,
            LARGE_STREAMS,
            READ_SHARE,
            DIRECT,
            SYNC,
            KEEP),
        BlockThread.OPERATIONS,
        List.of(bytes("storage.read", "Bytes read"), bytes("storage.written", "Bytes written")));
  }

  private static Figure bytes(String id, String label) {
    return Figure.sum(id, "B", label).in("Storage");
  }

  @Override
  public List<Problem> check(ParameterValues values) {
    long pageKib = TestFile.PAGE_BYTES / 1_024;
    for (Parameter.Whole size : List.of(SMALL_KIB, LARGE_KIB)) {
      if (values.get(size) % pageKib != 0 || values.get(size) > values.get(FILE_MIB) * 1_024) {
        return List.of(
            Problem.wrong(
                "parameter " + size.name(),
                "it is not a multiple of " + pageKib + " up to the size of the file",
                "give one such as " + size.preset().orElseThrow()));
      }
    }
    return List.of();
  }

  @Override
  public List<Problem> trial(JobContext context) {
    ParameterValues values = context.values();
    try {
      Path folder = Path.of(values.get(DIRECTORY));
      if (!folder.isAbsolute() || !Files.isDirectory(folder)) {
        return wrong(
            folder + " is not a folder of this agent",
            "make it, or name another by its whole path");
      }
      if (!Files.isWritable(folder)) {
        return wrong("the agent may not write in " + folder, "let it, or name another");
      }
      long wanted = (values.get(FILE_MIB) << 20) - TestFile.kept(folder);
      long room = Files.getFileStore(folder).getUsableSpace();
      // A full disk behaves differently, and may be that of a database.
      if (wanted > room - room / 10) {
        return List.of(
            Problem.wrong(
                "parameter file-mib",
                "there are %,d MiB left in %s, of which nine tenths may be used"
                    .formatted(room >> 20, folder),
                "give less, or name another folder"));
      }
      context.found(Finding.ok("storage", "%,d MiB left in %s".formatted(room >> 20, folder)));
      return direct(values, folder);
    } catch (IOException | InvalidPathException e) {
      return wrong("it cannot be used (" + e.getMessage() + ")", "name another");
    }
  }

  private static List<Problem> direct(ParameterValues values, Path folder) throws IOException {
    if (!values.get(DIRECT) || TestFile.takesDirect(folder)) {
      return List.of();
    }
    return List.of(
        Problem.wrong(
            "parameter direct",
            "the cache of the file system of " + folder + " cannot be bypassed",
            "name another folder, or give --direct off"));
  }

  private static List<Problem> wrong(String what, String mend) {
    return List.of(Problem.wrong("parameter directory", what, mend));
  }

  @Override
  public List<Problem> reach(JobContext context) {
    return trial(context);
  }

  @Override
  public Facts prepare(JobContext context) throws IOException {
    Path folder = Path.of(context.values().get(DIRECTORY));
    return Facts.NONE
        .with("storage.file-system", Files.getFileStore(folder).type())
        .with("storage.device", Files.getFileStore(folder).name());
  }

  @Override
  public JobShare open(ShareContext context) throws IOException {
    ParameterValues values = context.values();
    TestFile file =
        TestFile.open(
            Path.of(values.get(DIRECTORY)),
            context.agentIndex(),
            values.get(FILE_MIB) << 20,
            new TestFile.Access(values.get(DIRECT), values.get(SYNC)),
            context);
    return new JobShare() {
      @Override
      public JobThread openThread(ThreadContext thread) throws IOException {
        int stream = thread.thread() - thread.firstThread();
        boolean large = stream < values.get(LARGE_STREAMS);
        return new BlockThread(
            file,
            1_024 * Math.toIntExact(values.get(large ? LARGE_KIB : SMALL_KIB)),
            large
                ? BlockThread.Order.streamed(stream, values.get(LARGE_STREAMS))
                : BlockThread.Order.ANYWHERE,
            values.get(READ_SHARE) / 100);
      }

      @Override
      public void close() throws IOException {
        file.close(values.get(KEEP));
      }
    };
  }

  /// Reads and writes blocks of one size, one at a time.
  private static final class BlockThread implements JobThread {
    static final List<String> OPERATIONS =
        List.of("small_read", "small_write", "large_read", "large_write");

    private static final int BYTES_READ = 0;
    private static final int BYTES_WRITTEN = 1;

    private final TestFile file;
    private final ByteBuffer block;
    private final Order order;
    private final double readShare;
    private final long blocks;
    private FileChannel channel;
    private long next;

    /// The order of the blocks.
    ///
    /// @param streamed one after the other, from `begin` on, a share of the file
    record Order(boolean streamed, double begin) {
      static final Order ANYWHERE = new Order(false, 0);

      /// Streams begin at equal distances.
      static Order streamed(long stream, long streams) {
        return new Order(true, (double) stream / streams);
      }
    }

    BlockThread(TestFile file, int blockBytes, Order order, double readShare) throws IOException {
      this.file = file;
      this.block = TestFile.noise(blockBytes);
      this.order = order;
      this.readShare = readShare;
      this.blocks = file.bytes() / blockBytes;
      this.next = (long) (blocks * order.begin);
      this.channel = file.channel();
    }

    @Override
    public void iterate(Iteration iteration) throws IOException {
      RandomGenerator random = iteration.random();
      long position = block.capacity() * (order.streamed ? following() : random.nextLong(blocks));
      if (random.nextDouble() < readShare) {
        iteration.begin(operation(0));
        TestFile.read(channel, block, position);
        iteration.end();
        TestFile.verify(block, position);
        iteration.add(BYTES_READ, block.capacity());
      } else {
        TestFile.stamp(block, position);
        iteration.begin(operation(1));
        TestFile.write(channel, block, position);
        iteration.end();
        iteration.add(BYTES_WRITTEN, block.capacity());
      }
    }

    private int operation(int write) {
      return (order.streamed ? 2 : 0) + write;
    }

    private long following() {
      long now = next;
      next = (next + 1) % blocks;
      return now;
    }

    /// An interrupt closes the channel of its thread.
    @Override
    public void reset(Failure failure) throws IOException {
      if (!channel.isOpen()) {
        channel = file.channel();
      }
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
