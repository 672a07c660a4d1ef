package dev.broadside.client.pack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.broadside.client.spool.LocalDisk;
import dev.broadside.core.wire.Message.PackChunk;
import dev.broadside.core.wire.Message.PackRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackCacheTest {
  private static final int PIECE = 300;

  @TempDir private Path temp;

  private final byte[] pack = new byte[1_000];
  private final String sha256;
  private final List<PackRequest> requests = new ArrayList<>();
  private final List<PackCache.Result> results = new ArrayList<>();

  PackCacheTest() throws Exception {
    new SplittableRandom(1).nextBytes(pack);
    sha256 = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(pack));
  }

  private PackCache cache() {
    return new PackCache(new LocalDisk(), temp, Runnable::run, requests::add, _ -> {});
  }

  /// The piece that was asked for last.
  private PackChunk piece() {
    int from = (int) requests.getLast().offset();
    byte[] bytes = Arrays.copyOfRange(pack, from, Math.min(pack.length, from + PIECE));
    return new PackChunk(sha256, from, pack.length, bytes);
  }

  @Test
  void aPackIsFetchedPieceByPieceAndThenKept() throws Exception {
    PackCache cache = cache();
    cache.fetch(sha256, results::add);
    cache.fetch(sha256, results::add);
    while (results.isEmpty()) {
      cache.received(piece());
    }
    assertEquals(
        List.of(0L, 300L, 600L, 900L), requests.stream().map(PackRequest::offset).toList());
    Path file = assertInstanceOf(PackCache.Result.Ready.class, results.getFirst()).file();
    assertEquals(temp.resolve(sha256 + ".jar"), file);
    assertArrayEquals(pack, Files.readAllBytes(file));
    cache().fetch(sha256, results::add);
    assertEquals(3, results.size());
    assertEquals(4, requests.size());
  }

  @Test
  void afterACutItGoesOnWhereItWas() {
    PackCache cache = cache();
    cache.fetch(sha256, results::add);
    cache.received(piece());
    cache.connected();
    assertEquals(PIECE, requests.getLast().offset());
    cache.received(new PackChunk(sha256, 0, pack.length, new byte[PIECE]));
    while (results.isEmpty()) {
      cache.received(piece());
    }
    assertInstanceOf(PackCache.Result.Ready.class, results.getFirst());
  }

  @Test
  void anotherProcessGoesOnWithWhatIsThereAndBeginsAnewWhereThatIsWrong() throws Exception {
    Files.write(temp.resolve(sha256 + ".part"), Arrays.copyOf(pack, 500));
    PackCache cache = cache();
    cache.fetch(sha256, results::add);
    assertEquals(500, requests.getLast().offset());

    Files.write(temp.resolve(sha256 + ".part"), new byte[500]);
    while (results.isEmpty()) {
      cache.received(piece());
    }
    assertInstanceOf(PackCache.Result.Ready.class, results.getFirst());
    assertEquals(1, requests.stream().filter(request -> request.offset() == 0).count());
  }

  @Test
  void aPackThatTheServerDoesNotHaveIsRefused() {
    PackCache cache = cache();
    cache.fetch(sha256, results::add);
    cache.received(new PackChunk(sha256, 0, -1, new byte[0]));
    assertEquals(
        "pack " + sha256 + ": the server does not have it; install the pack again.",
        assertInstanceOf(PackCache.Result.Refused.class, results.getFirst()).problem().sentence());
  }
}
