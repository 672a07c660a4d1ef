package dev.broadside.client.pack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.pack.PackDescriptor;
import dev.broadside.core.work.JobClass;
import java.io.IOException;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackDescriptorsTest {
  @TempDir Path folder;
  private final PackDescriptors descriptors = new PackDescriptors();

  private Path jar(Map<String, byte[]> entries) throws IOException {
    return TestPacks.jar(folder.resolve("a.jar"), entries);
  }

  private String refusal(Path pack) {
    return assertThrows(PackException.class, () -> descriptors.read(pack)).getMessage();
  }

  @Test
  void aBuiltPackDescribesItsClassesAsData() throws Exception {
    PackDescriptor descriptor = descriptors.read(TestPacks.scripted(folder)).orElseThrow();

    assertEquals("scripted-jobs", descriptor.name());
    assertEquals(List.of("one", "two"), descriptor.find("scripted").orElseThrow().operations());
    assertEquals(
        "behaviour", descriptor.find("scripted").orElseThrow().parameters().getFirst().name());
  }

  @Test
  void buildingTwiceGivesTheSameBytes() throws Exception {
    byte[] first = Files.readAllBytes(TestPacks.scripted(folder));

    assertArrayEquals(first, Files.readAllBytes(TestPacks.scripted(folder)));
  }

  @Test
  void aPackCanBeMadeFromAPack() throws Exception {
    Path pack = TestPacks.scripted(folder);
    Path again = folder.resolve("scripted-jobs.jar");
    new PackBuilder().build(pack, again);

    assertEquals(
        descriptors.read(pack).map(PackDescriptor::classes),
        descriptors.read(again).map(PackDescriptor::classes));
  }

  @Test
  void aJarWithoutDescriptorIsNoPackYet() throws Exception {
    assertEquals(Optional.empty(), descriptors.read(jar(Map.of("a", new byte[1]))));
  }

  @Test
  void aJarWithoutJobClassesMakesNoPack() throws Exception {
    Path jar = jar(Map.of("a", new byte[1]));

    String message =
        assertThrows(
                PackException.class, () -> new PackBuilder().build(jar, folder.resolve("pack.jar")))
            .getMessage();
    assertTrue(message.contains("names no job class"), message);
  }

  @Test
  void aServiceFileThatNamesNothingThereMakesNoPack() throws Exception {
    Path jar =
        jar(Map.of("META-INF/services/" + JobClass.class.getName(), "no.Such".getBytes(UTF_8)));

    assertThrows(
        PackException.class, () -> new PackBuilder().build(jar, folder.resolve("pack.jar")));
  }

  @Test
  void aFileThatIsNoJarIsRefused() throws Exception {
    Path file = Files.write(folder.resolve("x.jar"), new byte[100]);

    assertTrue(refusal(file).startsWith("the file is no jar"));
  }

  @Test
  void aDescriptorThatIsNoneIsRefused() throws Exception {
    assertTrue(
        refusal(jar(Map.of(PackDescriptor.ENTRY, "{}".getBytes(UTF_8)))).contains("is not valid"));
    assertTrue(refusal(jar(Map.of(PackDescriptor.ENTRY, new byte[9]))).contains("is not valid"));
  }

  @Test
  void anArchiveThatExpandsBeyondItsRatioIsRefused() throws Exception {
    assertTrue(refusal(jar(Map.of("zeros", new byte[20_000_000]))).contains("expands to too much"));
  }

  @Test
  void anArchiveOfTooManyEntriesIsRefused() throws Exception {
    Map<String, byte[]> many =
        IntStream.range(0, 10_001)
            .boxed()
            .collect(
                Collectors.toMap(i -> "e" + i, _ -> new byte[0], (one, _) -> one, TreeMap::new));

    assertTrue(refusal(jar(many)).contains("entries"));
  }

  /// With a library that holds a word, under a hostile name.
  private Path packWithLibrary() throws Exception {
    Path library =
        TestPacks.jar(folder.resolve("lib.jar"), Map.of("hello.txt", "hello".getBytes(UTF_8)));
    Map<String, byte[]> entries = new TreeMap<>();
    entries.put(PackDescriptor.LIBRARIES + "../../../evil.jar", Files.readAllBytes(library));
    return TestPacks.jar(folder.resolve("nested.jar"), entries);
  }

  private static String hello(Path pack, String sha256) throws Exception {
    ClassLoader loader = PackLoader.open(pack, sha256, List.of()).classLoader();
    URLConnection hello = Objects.requireNonNull(loader.getResource("hello.txt")).openConnection();
    // Each worker is a process of its own, which has no jar open from before.
    hello.setUseCaches(false);
    try (var in = hello.getInputStream()) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  @Test
  void librariesInsideAPackAreExtractedOnceAndNeverByTheirNames() throws Exception {
    Path pack = packWithLibrary();
    String sha256 = PackDescriptors.sha256(pack);
    Path jar = folder.resolve(sha256 + ".lib").resolve("0.jar");

    assertEquals("hello", hello(pack, sha256));
    Object first = Files.readAttributes(jar, BasicFileAttributes.class).fileKey();
    assertEquals("hello", hello(pack, sha256));

    assertEquals(first, Files.readAttributes(jar, BasicFileAttributes.class).fileKey());
    try (Stream<Path> files = Files.list(jar.getParent())) {
      assertEquals(List.of(jar), files.toList());
    }
  }

  /// A power failure leaves a file cut off, empty, or of other bytes.
  @Test
  void aLibraryThatIsNotAsItIsInThePackIsExtractedAnew() throws Exception {
    Path pack = packWithLibrary();
    String sha256 = PackDescriptors.sha256(pack);
    assertEquals("hello", hello(pack, sha256));
    Path jar = folder.resolve(sha256 + ".lib").resolve("0.jar");
    byte[] whole = Files.readAllBytes(jar);
    Path other =
        TestPacks.jar(folder.resolve("other.jar"), Map.of("hello.txt", "jello".getBytes(UTF_8)));

    for (byte[] damaged :
        List.of(new byte[0], Arrays.copyOf(whole, 20), Files.readAllBytes(other))) {
      Files.write(jar, damaged);
      assertEquals("hello", hello(pack, sha256));
      assertArrayEquals(whole, Files.readAllBytes(jar));
    }
    Files.delete(jar);
    assertEquals("hello", hello(pack, sha256));
  }
}
