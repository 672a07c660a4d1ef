package dev.broadside.system.mini;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Many seeds of trouble. `-Dseeds=N` plays as many; `-Dseed=S` plays one and tells its story.
@Order(2)
final class TroubledClusterTest {
  private static final int SEEDS = Integer.getInteger("seeds", 100);

  @TempDir private Path folder;

  /// Making the tables takes longer than many a story.
  @BeforeEach
  void makeAStore() throws InterruptedException {
    new MiniCluster(folder).close();
  }

  @Test
  void whateverHappensTheResultIsRight() {
    Integer one = Integer.getInteger("seed");
    if (one != null) {
      System.out.println(String.join("\n", story(one)));
    } else {
      List<AssertionError> failed = failures();
      failed.stream().skip(1).map(Throwable::getMessage).forEach(System.err::println);
      if (!failed.isEmpty()) {
        throw failed.getFirst();
      }
    }
  }

  /// In a pool of their own: in the one that all share, whoever else waits there for the end of a
  /// process would wait for all stories.
  private List<AssertionError> failures() {
    try (ForkJoinPool pool = new ForkJoinPool()) {
      return pool.submit(() ->
              IntStream.range(0, SEEDS)
                  .parallel()
                  .mapToObj(this::failure)
                  .flatMap(Optional::stream)
                  .toList())
          .join();
    }
  }

  private Optional<AssertionError> failure(int seed) {
    try {
      story(seed);
      return Optional.empty();
    } catch (AssertionError e) {
      return Optional.of(e);
    }
  }

  private List<String> story(int seed) {
    try (TroubledCluster cluster = new TroubledCluster(home(seed), seed)) {
      try {
        cluster.run();
        return cluster.story();
      } catch (RuntimeException | AssertionError e) {
        String told = String.join("\n", cluster.story());
        throw new AssertionError("-Dseed=%d: %s%n%s".formatted(seed, e.getMessage(), told), e);
      }
    } catch (IOException | InterruptedException e) {
      throw new AssertionError("-Dseed=" + seed, e);
    }
  }

  private Path home(int seed) throws IOException {
    Path home = Files.createDirectories(folder.resolve("" + seed));
    Files.copy(folder.resolve("broadside.db"), home.resolve("broadside.db"));
    return home;
  }
}
