package dev.broadside.client.pack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.client.spool.LocalDisk;
import dev.broadside.core.digest.Sha256;
import dev.broadside.core.pack.PackTrust;
import dev.broadside.core.param.Problem;
import dev.broadside.core.wire.Message.PackChunk;
import dev.broadside.core.wire.Message.PackRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
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
    return new PackCache(
        new LocalDisk(), temp, PackTrust.ANYBODY, Runnable::run, requests::add, _ -> {});
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
    cache.fetch(sha256, Set.of(), (_, _) -> {}, results::add);
    cache.fetch(sha256, Set.of(), (_, _) -> {}, results::add);
    while (results.isEmpty()) {
      cache.received(piece());
    }
    assertEquals(
        List.of(0L, 300L, 600L, 900L), requests.stream().map(PackRequest::offset).toList());
    Path file = assertInstanceOf(PackCache.Result.Ready.class, results.getFirst()).file();
    assertEquals(temp.resolve(sha256 + ".jar"), file);
    assertArrayEquals(pack, Files.readAllBytes(file));
    cache().fetch(sha256, Set.of(), (_, _) -> {}, results::add);
    assertEquals(3, results.size());
    assertEquals(4, requests.size());
  }

  @Test
  void afterACutItGoesOnWhereItWas() {
    PackCache cache = cache();
    cache.fetch(sha256, Set.of(), (_, _) -> {}, results::add);
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
    cache.fetch(sha256, Set.of(), (_, _) -> {}, results::add);
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
    cache.fetch(sha256, Set.of(), (_, _) -> {}, results::add);
    cache.received(new PackChunk(sha256, 0, -1, new byte[0]));
    assertEquals(
        "pack " + sha256 + ": the server does not have it; install the pack again.",
        assertInstanceOf(PackCache.Result.Refused.class, results.getFirst()).problem().sentence());
  }

  @Test
  void aPackLargerThanTheServerTakesIsRefused() {
    PackCache cache = cache();
    cache.fetch(sha256, Set.of(), (_, _) -> {}, results::add);
    cache.received(new PackChunk(sha256, 0, (64L << 20) + 1, new byte[PIECE]));
    assertEquals(
        "pack " + sha256 + ": it is larger than 64 MiB; make it smaller.",
        assertInstanceOf(PackCache.Result.Refused.class, results.getFirst()).problem().sentence());
  }

  @Test
  void thePacksUsedLastAndThoseInUseAreKept() throws Exception {
    List<String> packs = new ArrayList<>();
    for (int number = 0; number < PackCache.Folder.KEPT; number++) {
      packs.add(pack(number));
      cache().fetch(packs.get(number), Set.of(), (_, _) -> {}, results::add);
    }
    cache().fetch(packs.get(0), Set.of(), (_, _) -> {}, results::add);
    Files.createDirectory(temp.resolve(packs.get(2) + ".lib"));
    Files.write(temp.resolve(packs.get(2) + ".lib").resolve("0.jar"), pack);
    String nobodys = "f".repeat(64);
    Files.write(temp.resolve(nobodys + ".part"), new byte[PIECE]);

    cache().fetch(pack(100), Set.of(packs.get(1)), (_, _) -> {}, results::add);
    assertEquals(packs, lying(packs));
    assertEquals(List.of(), lying(List.of(nobodys)));
    cache().fetch(pack(101), Set.of(packs.get(1)), (_, _) -> {}, results::add);
    packs.remove(2);
    assertEquals(packs, lying(packs));
    assertEquals(PackCache.Folder.KEPT + 1, jars());
    assertEquals(PackCache.Folder.KEPT + 2, new LocalDisk().list(temp).size());
    assertEquals(
        PackCache.Folder.KEPT + 3,
        results.stream().filter(PackCache.Result.Ready.class::isInstance).count());
  }

  @Test
  void packsThatTakeTooMuchRoomGoButForThoseInUse() throws Exception {
    List<String> packs = new ArrayList<>(List.of(pack(1), pack(2), pack(3)));
    Files.createDirectory(temp.resolve(packs.get(1) + ".lib"));
    Files.write(temp.resolve(packs.get(1) + ".lib").resolve("0.jar"), pack);
    PackCache.Folder small = new PackCache.Folder(new LocalDisk(), temp, 10);
    for (String one : packs) {
      small.use(one, Set.copyOf(packs));
    }
    assertEquals(packs, lying(packs), "all are in use");
    small.use(packs.get(2), Set.of(packs.get(0)));
    packs.remove(1);
    assertEquals(packs, lying(packs), "the one with the large library went");
  }

  /// Lays a pack into the folder.
  private String pack(int number) throws Exception {
    byte[] bytes = {(byte) number};
    String name = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    Files.write(temp.resolve(name + ".jar"), bytes);
    return name;
  }

  /// Those of which something lies in the folder.
  private List<String> lying(List<String> names) throws Exception {
    List<String> all =
        new LocalDisk().list(temp).stream().map(p -> p.getFileName().toString()).toList();
    return names.stream()
        .filter(name -> all.stream().anyMatch(file -> file.startsWith(name)))
        .toList();
  }

  private long jars() throws Exception {
    return new LocalDisk().list(temp).stream().filter(p -> p.toString().endsWith(".jar")).count();
  }

  @Test
  void anAgentWithKeysRunsOnlyWhatOneOfThemSigned() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
    KeyPair ours = generator.generateKeyPair();
    Path jar = temp.resolve("a.jar");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      zip.putNextEntry(new ZipEntry("a"));
    }
    PackTrust trust = new PackTrust(Map.of("team", ours.getPublic()), Set.of());
    String unsigned = take(jar, trust);
    assertTrue(unsigned.contains("it is not signed, and this agent takes no other"), unsigned);
    assertEquals("ready", take(jar, trust.with(Set.of(Sha256.hex(jar)))));
    new PackBuilder().sign(jar, generator.generateKeyPair().getPrivate());
    assertTrue(take(jar, trust).contains("by none of this agent's keys"));
    new PackBuilder().sign(jar, ours.getPrivate());
    assertEquals("ready", take(jar, trust));
  }

  /// What becomes of a pack that was fetched.
  private String take(Path jar, PackTrust trust) throws Exception {
    String digest = Sha256.hex(jar);
    Files.copy(jar, temp.resolve(digest + ".jar"), StandardCopyOption.REPLACE_EXISTING);
    new PackCache(new LocalDisk(), temp, trust, Runnable::run, requests::add, _ -> {})
        .fetch(digest, Set.of(), (_, _) -> {}, results::add);
    return switch (results.getLast()) {
      case PackCache.Result.Ready _ -> "ready";
      case PackCache.Result.Refused(Problem problem) -> problem.sentence();
      case PackCache.Result.Failed(String reason) -> reason;
    };
  }
}
