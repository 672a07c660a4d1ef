package dev.broadside.server.packs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.digest.Sha256;
import dev.broadside.core.pack.PackDescriptor;
import dev.broadside.core.pack.PackKeys;
import dev.broadside.core.pack.PackSignature;
import dev.broadside.core.pack.PackTrust;
import dev.broadside.core.param.Problem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackInspectorTest {
  private static final PackLimits TIGHT = new PackLimits(200_000, 400_000, 50, 100, 10_000);

  @TempDir Path directory;

  private final PackInspector inspector = new PackInspector(TIGHT);

  @Test
  void aSoundPackGivesItsDescriptor() throws IOException {
    PackDescriptor descriptor = inspector.inspect(file(PackFiles.good("1.0")));
    assertEquals(PackFiles.descriptor("1.0"), descriptor);
  }

  @Test
  void librariesWithinThePackAreReadToo() throws IOException {
    Map<String, byte[]> entries = sound();
    entries.put(
        PackDescriptor.LIBRARIES + "some.jar", PackFiles.zip(Map.of("a/B.class", new byte[100])));
    assertEquals("probe-pack", inspector.inspect(file(PackFiles.zip(entries))).name());
  }

  @Test
  void aJarWithoutDescriptorIsRefusedWithTheMend() throws IOException {
    Path jar = file(PackFiles.zip(Map.of("a/B.class", new byte[10])));
    assertRefused(jar, "no descriptor", "broadside pack install");
  }

  @Test
  void whatIsNoZipIsRefused() throws IOException {
    assertRefused(file("hello, this is no jar".getBytes(StandardCharsets.UTF_8)), "no jar", "give");
    assertRefused(file(new byte[0]), "no jar", "give");
  }

  @Test
  void aFileAboveTheLimitIsRefusedBeforeItIsRead() throws IOException {
    assertRefused(file(noise(200_001)), "more than 200000", "leave out");
  }

  @Test
  void anEntryThatExpandsBeyondTheRatioIsRefused() throws IOException {
    Map<String, byte[]> entries = sound();
    entries.put("zeros", new byte[390_000]);
    assertRefused(file(PackFiles.zip(entries)), "100 times its size", "repetition");
  }

  @Test
  void manyEntriesThatExpandTogetherBeyondTheLimitAreRefused() throws IOException {
    Map<String, byte[]> entries = sound();
    byte[] half = noise(2_000);
    byte[] repeated = new byte[100_000];
    for (int i = 0; i < repeated.length; i++) {
      repeated[i] = half[i % half.length];
    }
    for (int i = 0; i < 5; i++) {
      entries.put("part-" + i, repeated);
    }
    assertRefused(file(PackFiles.zip(entries)), "expands to more than 400000", "take out");
  }

  @Test
  void bombsWithinLibrariesAreCountedByWhatComesOut() throws IOException {
    Map<String, byte[]> entries = sound();
    entries.put(
        PackDescriptor.LIBRARIES + "bomb.jar", PackFiles.zip(Map.of("zeros", new byte[1_000_000])));
    assertRefused(file(PackFiles.zip(entries)), "expands to more than", "take out");
  }

  @Test
  void anArchiveInAnArchiveInThePackIsRefused() throws IOException {
    byte[] innermost = PackFiles.zip(Map.of("x", new byte[1]));
    Map<String, byte[]> entries = sound();
    entries.put(PackDescriptor.LIBRARIES + "a.jar", PackFiles.zip(Map.of("b.zip", innermost)));
    assertRefused(
        file(PackFiles.zip(entries)),
        "lib/a.jar holds an archive itself, b.zip",
        "drivers/ folder");
  }

  @Test
  void tooManyEntriesAreRefusedByTheDirectoryAlone() throws IOException {
    Map<String, byte[]> entries = sound();
    for (int i = 0; i < 60; i++) {
      entries.put("entry-" + i, new byte[0]);
    }
    assertRefused(file(PackFiles.zip(entries)), "more than 50 entries", "take out");
  }

  @Test
  void tooManyEntriesInALibraryAreRefused() throws IOException {
    Map<String, byte[]> inner = new LinkedHashMap<>();
    for (int i = 0; i < 60; i++) {
      inner.put("entry-" + i, new byte[0]);
    }
    Map<String, byte[]> entries = sound();
    entries.put(PackDescriptor.LIBRARIES + "many.jar", PackFiles.zip(inner));
    assertRefused(file(PackFiles.zip(entries)), "more than 50 entries", "take out");
  }

  @Test
  void aDirectoryThatClaimsToBeHugeIsRefused() throws IOException {
    byte[] bytes = PackFiles.good("1.0");
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(bytes.length - 22 + 12, -1);
    assertRefused(file(bytes), "more than 50 entries", "take out");
  }

  @Test
  void sizesInHeadersAreNotBelieved() throws IOException {
    byte[] zeros = new byte[300_000];
    Map<String, byte[]> entries = sound();
    entries.put("zeros", zeros);
    byte[] bytes = PackFiles.zip(entries);
    int lies = patchSizes(bytes, zeros.length);
    assertTrue(lies > 0, "the size was found in the headers");
    PackInspector narrow = new PackInspector(new PackLimits(200_000, 250_000, 50, 10_000, 10_000));
    Path file = file(bytes);
    assertThrows(RefusedPack.class, () -> narrow.inspect(file));
  }

  @Test
  void aSizeThatIsALieIsRefusedHoweverSmallTheFileIs() throws IOException {
    Map<String, byte[]> entries = sound();
    entries.put("honest", noise(777));
    byte[] bytes = PackFiles.zip(entries);
    assertTrue(patchSizes(bytes, 777) > 0, "the size was found in the headers");
    assertRefused(file(bytes), "says it has 1 bytes expands to 777", "build it anew");
  }

  @ParameterizedTest
  @ValueSource(ints = {0120777, 0100644})
  void linksAreRefusedAndFilesAreNot(int mode) throws IOException {
    Map<String, byte[]> entries = sound();
    entries.put("META-INF/broadside/lib/evil", "/etc/passwd".getBytes(StandardCharsets.UTF_8));
    byte[] bytes = PackFiles.zip(entries);
    ByteBuffer zip = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int last = bytes.length - 22;
    while (zip.getInt(last) != 0x02014b50) {
      last--;
    }
    zip.putShort(last + 4, (short) (3 << 8 | 20)).putShort(last + 40, (short) mode);
    if (mode == 0100644) {
      assertEquals("probe-pack", inspector.inspect(file(bytes)).name());
    } else {
      assertRefused(file(bytes), "it holds a link", "put the file itself");
    }
  }

  @Test
  void aServerThatWantsSignaturesTakesThoseOfItsKeysOnly() throws Exception {
    KeyPair ours = PackKeys.generate();
    PackInspector strict =
        new PackInspector(TIGHT, new PackTrust(Map.of("team", ours.getPublic()), Set.of()));
    assertEquals("probe-pack", strict.inspect(file(signed(sound(), ours))).name());

    assertEquals(
        "it is not signed, and this server takes no other",
        refusal(strict, file(PackFiles.zip(sound()))).what());
    Problem stranger = refusal(strict, file(signed(sound(), PackKeys.generate())));
    assertEquals(
        "its signature is by none of this server's keys, or it was changed since", stranger.what());
    assertEquals("have it signed with 'broadside pack build --key' by team", stranger.mend());

    Map<String, byte[]> changed = sound();
    changed.put("Evil.class", new byte[] {1});
    byte[] old = PackFiles.entry(signed(sound(), ours), PackSignature.ENTRY);
    changed.put(PackSignature.ENTRY, old);
    assertTrue(refusal(strict, file(PackFiles.zip(changed))).what().contains("was changed"));
  }

  private static byte[] signed(Map<String, byte[]> entries, KeyPair key) throws Exception {
    PackSignature contents = new PackSignature();
    entries.forEach((name, bytes) -> contents.add(name, Sha256.digest().digest(bytes)));
    Map<String, byte[]> all = new LinkedHashMap<>(entries);
    all.put(
        PackSignature.ENTRY, contents.sign(key.getPrivate()).getBytes(StandardCharsets.US_ASCII));
    return PackFiles.zip(all);
  }

  private static Problem refusal(PackInspector by, Path file) {
    return assertThrows(RefusedPack.class, () -> by.inspect(file)).problem();
  }

  /// Replaces each claimed expanded size by 1.
  private static int patchSizes(byte[] bytes, int size) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int patched = 0;
    for (int at = 0; at + 4 <= bytes.length; at++) {
      if (buffer.getInt(at) == size) {
        buffer.putInt(at, 1);
        patched++;
      }
    }
    return patched;
  }

  @Test
  void entriesThatOverlapAreCountedEachTime() throws IOException {
    Path file = file(overlapping(30, 20_000));
    PackInspector wide = new PackInspector(new PackLimits(200_000, 400_000, 50, 100_000, 10_000));
    assertThrows(RefusedPack.class, () -> wide.inspect(file));
  }

  /// A zip whose directory names the same stored bytes many times.
  private static byte[] overlapping(int times, int size) {
    byte[] content = noise(size);
    CRC32 crc = new CRC32();
    crc.update(content);
    ByteBuffer out =
        ByteBuffer.allocate(size + 31 + times * 47 + 22).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(0x04034b50).putShort((short) 10).putShort((short) 0).putShort((short) 0).putInt(0);
    out.putInt((int) crc.getValue()).putInt(size).putInt(size).putShort((short) 1);
    out.putShort((short) 0).put((byte) 'a').put(content);
    int directoryAt = out.position();
    for (int i = 0; i < times; i++) {
      out.putInt(0x02014b50).putShort((short) 10).putShort((short) 10).putShort((short) 0);
      out.putShort((short) 0).putInt(0).putInt((int) crc.getValue()).putInt(size).putInt(size);
      out.putShort((short) 1).putShort((short) 0).putShort((short) 0).putShort((short) 0);
      out.putShort((short) 0).putInt(0).putInt(0).put((byte) ('a' + i % 26));
    }
    int directoryBytes = out.position() - directoryAt;
    out.putInt(0x06054b50).putShort((short) 0).putShort((short) 0).putShort((short) times);
    out.putShort((short) times).putInt(directoryBytes).putInt(directoryAt).putShort((short) 0);
    return out.array();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../evil12",
        "a/../../x",
        "/etc/pass",
        "C:/evil12",
        "a\\..\\evi",
        "%2e%2e/ab",
        "a/./evil1",
        "a//evil12",
        "con.class",
        "a/NUL.txt",
        "a\u0000evil12",
        "a\u001bevil12",
        "a%00evil1"
      })
  void hostileNamesAreRefused(String name) throws IOException {
    Map<String, byte[]> entries = sound();
    String placeholder = "p".repeat(name.length());
    entries.put(placeholder, new byte[1]);
    byte[] bytes = PackFiles.patched(PackFiles.zip(entries), placeholder, name);
    Path file = file(bytes);
    assertThrows(RefusedPack.class, () -> inspector.inspect(file));
  }

  @Test
  void twoEntriesOfOneNameAreRefused() throws IOException {
    Map<String, byte[]> entries = sound();
    entries.put("aaaaaaaa", new byte[1]);
    entries.put("bbbbbbbb", new byte[1]);
    Path file = file(PackFiles.patched(PackFiles.zip(entries), "bbbbbbbb", "aaaaaaaa"));
    assertThrows(RefusedPack.class, () -> inspector.inspect(file));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "null",
        "nonsense",
        "{\"name\":\"p\",\"version\":\"1\",\"classes\":[]}",
        "{\"name\":\"p\",\"version\":\"1\",\"classes\":[null]}",
        "{\"name\":\"../p\",\"version\":\"1\",\"classes\":[]}",
        "{\"name\":\"p\",\"version\":\"1\",\"classes\":[{\"id\":\"../x\",\"title\":\"t\","
            + "\"summary\":\"s\",\"parameters\":[],\"operations\":[]}]}",
        "{\"name\":\"p\",\"version\":\"1\",\"classes\":[{\"id\":\"x\",\"title\":\"t\","
            + "\"summary\":\"s\",\"parameters\":[{\"name\":\"a\",\"kind\":\"whole\",\"help\":\"h\","
            + "\"preset\":\"many\",\"minimum\":\"1\",\"maximum\":\"2\",\"pattern\":\"\","
            + "\"shape\":\"\",\"choices\":[]}],\"operations\":[]}]}",
        "{\"name\":\"p\",\"version\":\"1\",\"classes\":[{\"id\":\"x\",\"title\":\"t\","
            + "\"summary\":\"s\",\"parameters\":[{\"name\":\"a\",\"kind\":\"text\",\"help\":\"h\","
            + "\"preset\":\"\",\"minimum\":\"\",\"maximum\":\"2\",\"pattern\":\"(\","
            + "\"shape\":\"\",\"choices\":[]}],\"operations\":[]}]}",
      })
  void badDescriptorsAreRefused(String json) throws IOException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    assertRefused(
        file(PackFiles.zip(Map.of(PackDescriptor.ENTRY, bytes))), "descriptor", "install");
  }

  @Test
  void aDescriptorAboveTheLimitIsRefused() throws IOException {
    byte[] bytes = PackFiles.zip(Map.of(PackDescriptor.ENTRY, noise(10_001)));
    assertRefused(file(bytes), "descriptor is larger", "shorten");
  }

  @Test
  void everyTruncationIsRefusedAndNothingElse() throws IOException {
    byte[] bytes = PackFiles.good("1.0");
    for (int length = 0; length < bytes.length; length += 7) {
      Path file = file(java.util.Arrays.copyOf(bytes, length));
      assertThrows(RefusedPack.class, () -> inspector.inspect(file), "cut at " + length);
    }
  }

  @Test
  void mutatedPacksAreTakenOrRefusedAndNothingElse() throws IOException {
    byte[] bytes = PackFiles.good("1.0");
    Random random = new Random(7);
    int taken = 0;
    int refused = 0;
    for (int round = 0; round < 1_500; round++) {
      byte[] mutated = bytes.clone();
      for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
        mutated[random.nextInt(mutated.length)] = (byte) random.nextInt();
      }
      try {
        inspector.inspect(file(mutated));
        taken++;
      } catch (RefusedPack _) {
        refused++;
      }
    }
    assertEquals(1_500, taken + refused);
    assertTrue(refused > 500, refused + " of 1500 were refused");
  }

  private static Map<String, byte[]> sound() {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    entries.put(PackDescriptor.ENTRY, PackFiles.descriptorBytes(PackFiles.descriptor("1.0")));
    return entries;
  }

  private static byte[] noise(int size) {
    byte[] bytes = new byte[size];
    new Random(42).nextBytes(bytes);
    return bytes;
  }

  private Path file(byte[] bytes) throws IOException {
    Path file = directory.resolve("pack.jar");
    Files.write(file, bytes);
    return file;
  }

  private void assertRefused(Path file, String what, String mend) {
    RefusedPack refused = assertThrows(RefusedPack.class, () -> inspector.inspect(file));
    assertTrue(refused.problem().what().contains(what), refused.getMessage());
    assertTrue(refused.problem().mend().contains(mend), refused.getMessage());
  }
}
