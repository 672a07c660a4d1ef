package dev.broadside.jobs.storage;

import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.JobThread;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.random.RandomGenerator;

/// Reads and writes blocks of one size, one at a time.
final class BlockThread implements JobThread {
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

  /// In which order the blocks come.
  ///
  /// @param streamed one behind the other, from `begin` on, as a share of the file
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

  /// Whoever interrupts a thread closes its channel.
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
