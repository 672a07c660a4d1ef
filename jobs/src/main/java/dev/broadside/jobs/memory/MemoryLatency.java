package dev.broadside.jobs.memory;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Finding;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.JobClass;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.JobShare;
import dev.broadside.core.work.JobThread;
import dev.broadside.core.work.ShareContext;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/// Touches one word in each of many pages of memory, in random order, over and over: how long a
/// processor waits for memory if neither its caches nor prefetching help. In the shape of memhammer
/// of the Silly Little Benchmarks.
///
/// Each word holds the address of the next one, so no touch can begin before the one before it has
/// ended. Each thread has pages of its own, which it touches first itself, so that the system puts
/// them near its processor.
public final class MemoryLatency implements JobClass {
  static final Parameter.Whole PAGES =
      Parameter.whole("pages", "Pages of 4 KiB of each thread").between(2, 1 << 24).preset(16_384L);

  static final Parameter.Whole LOOPS =
      Parameter.whole("loops", "How often an iteration goes through all pages")
          .between(1, 1_000_000)
          .preset(1L);

  private static final int PAGE_BYTES = 4_096;
  private static final int LINE_BYTES = 64;

  private static final int LOOP = 0;
  private static final int TOUCHES = 0;
  private static final int NANOS = 1;

  private static final Path MEMORY = Path.of("/proc/meminfo");
  private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

  @Override
  public JobDescription describe() {
    return new JobDescription(
        "memory_latency",
        "Memory latency",
        "Touches one word in each of many pages in random order, each thread its own pages: what a"
            + " processor waits for memory. In the shape of memhammer of the Silly Little"
            + " Benchmarks.",
        Parameters.of(PAGES, LOOPS),
        List.of("loop"),
        List.of(
            Figure.count("memory.touches", "touches", "Touches").in("Memory"),
            Figure.sum("memory.wait", "ns", "Wait for a touch")
                .in("Memory")
                .help("How long a thread waits for one word that is in no cache.")
                .asShareOf("memory.touches")));
  }

  @Override
  public List<Problem> trial(JobContext context) {
    long pages = context.values().get(PAGES);
    long threads = Math.ceilDiv(context.totalThreads(), Math.max(1, context.agentCount()));
    long wanted = mebibytes(pages * PAGE_BYTES * threads);
    OptionalLong there = availableMebibytes();
    if (there.isPresent() && wanted > there.getAsLong()) {
      String what =
          "an agent's %d threads want %,d MiB, and its host has %,d"
              .formatted(threads, wanted, there.getAsLong());
      return List.of(Problem.wrong("parameter pages", what, "give fewer pages, or fewer threads"));
    }
    context.found(Finding.ok("memory", "%,d MiB wanted on each agent".formatted(wanted)));
    return List.of();
  }

  @Override
  public List<Problem> reach(JobContext context) {
    return trial(context);
  }

  private static long mebibytes(long bytes) {
    return Math.ceilDiv(bytes, 1L << 20);
  }

  /// Empty if this is not Linux.
  private static OptionalLong availableMebibytes() {
    try {
      return Files.readAllLines(MEMORY).stream()
          .filter(line -> line.startsWith("MemAvailable:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1_024)
          .findFirst();
    } catch (IOException _) {
      return OptionalLong.empty();
    }
  }

  /// With huge pages, a processor has fewer page look-ups.
  @Override
  public Facts prepare(JobContext context) throws IOException {
    return Files.isReadable(HUGE_PAGES)
        ? Facts.NONE.with("memory.transparent-huge-pages", Files.readString(HUGE_PAGES).strip())
        : Facts.NONE;
  }

  @Override
  public JobShare open(ShareContext context) {
    int pages = Math.toIntExact(context.values().get(PAGES));
    long loops = context.values().get(LOOPS);
    return thread -> new Walk(pages, loops, thread.random());
  }

  /// One thread's pages, and its way through them.
  private static final class Walk implements JobThread {
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;
    private final long first;
    private final long touches;

    Walk(int pages, long loops, RandomGenerator random) {
      memory = arena.allocate((long) pages * PAGE_BYTES, PAGE_BYTES);
      touches = pages * loops;
      long[] words = words(pages, random);
      first = words[0];
      for (int i = 0; i < pages; i++) {
        memory.set(JAVA_LONG, words[i], words[(i + 1) % pages]);
      }
    }

    /// A word in a line of each page, in random order.
    private static long[] words(int pages, RandomGenerator random) {
      long[] words = new long[pages];
      for (int page = 0; page < pages; page++) {
        int line = random.nextInt(PAGE_BYTES / LINE_BYTES);
        int to = random.nextInt(page + 1);
        words[page] = words[to];
        words[to] = (long) page * PAGE_BYTES + (long) line * LINE_BYTES;
      }
      return words;
    }

    @Override
    public void iterate(Iteration iteration) {
      iteration.begin(LOOP);
      long begin = System.nanoTime();
      long at = walk();
      long nanos = System.nanoTime() - begin;
      iteration.end();
      if (at != first) {
        throw new IllegalStateException("the memory returned other words than were written");
      }
      iteration.add(TOUCHES, touches);
      iteration.add(NANOS, nanos);
    }

    private long walk() {
      long at = first;
      for (long i = 0; i < touches; i++) {
        at = memory.get(JAVA_LONG, at);
      }
      return at;
    }

    @Override
    public void close() {
      arena.close();
    }
  }
}
