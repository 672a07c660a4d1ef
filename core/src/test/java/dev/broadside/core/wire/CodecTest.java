package dev.broadside.core.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.FigureRow;
import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.LatencyLayout;
import dev.broadside.core.stat.RecordKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Messages survive the wire, the golden frames are read and written as they are, and all else that
/// comes is refused and nothing more.
///
/// The golden frames are those of this version. Until the first release, a change of the encoding
/// writes them anew: `./mvnw test -pl core -am -Dtest=CodecTest
/// -Dsurefire.failIfNoSpecifiedTests=false -Dupdate=true`. After it, a changed frame is a new file,
/// and the old one must still be read.
final class CodecTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden");

  private final Codec codec = new Codec();

  static Stream<String> samples() {
    return WireSamples.all().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void messageComesBackAsItWasSent(String name) throws ProtocolException {
    Message message = WireSamples.all().get(name);
    Message back = codec.decode(codec.encode(message));

    if (message instanceof Message.PackChunk sent) {
      Message.PackChunk chunk = assertInstanceOf(Message.PackChunk.class, back);
      assertEquals(sent.sha256(), chunk.sha256());
      assertEquals(sent.total(), chunk.total());
      assertArrayEquals(sent.bytes(), chunk.bytes());
    } else if (message instanceof Message.RecordingPiece sent) {
      Message.RecordingPiece piece = assertInstanceOf(Message.RecordingPiece.class, back);
      assertEquals(sent.offset(), piece.offset());
      assertArrayEquals(sent.bytes(), piece.bytes());
    } else {
      assertEquals(message, back);
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void goldenFrameIsStillReadAndStillWritten(String name) throws IOException, ProtocolException {
    byte[] now = codec.encode(WireSamples.all().get(name));
    Path file = GOLDEN.resolve(name + ".bin");
    if (Boolean.getBoolean("update")) {
      Files.write(file, now);
    }
    byte[] golden = Files.readAllBytes(file);

    assertArrayEquals(golden, codec.encode(codec.decode(golden)));
    if (codec.decode(golden) instanceof Message.Records(List<SealedRecord> kept)
        && codec.decode(now) instanceof Message.Records(List<SealedRecord> written)) {
      // How well a record is deflated depends on the library that does it.
      assertEquals(codec.open(kept.getFirst()), codec.open(written.getFirst()));
    } else {
      assertArrayEquals(golden, now);
    }
  }

  @Test
  void aRecordWithoutItsResponsesIsRefused() {
    SealedRecord sealed = codec.seal(WireSamples.record());
    byte[] cbor = WireSamples.inflated(sealed);
    String text = new String(cbor, StandardCharsets.ISO_8859_1);
    byte[] renamed = text.replace("response", "reaponse").getBytes(StandardCharsets.ISO_8859_1);
    SealedRecord other = WireSamples.sealed(sealed.key(), renamed);

    assertFalse(Arrays.equals(cbor, renamed));
    assertThrows(ProtocolException.class, () -> codec.open(other));
  }

  @Test
  void everyMessageGoalAndStatusHasASample() {
    Set<Class<?>> sampled =
        WireSamples.all().values().stream()
            .<Object>mapMulti((message, taker) -> {
              taker.accept(message);
              switch (message) {
                case Message.ShareOrder order -> taker.accept(order.goal());
                case Message.ShareReport report -> taker.accept(report.status());
                default -> {}
              }
            })
            .map(Object::getClass)
            .collect(Collectors.toSet());

    for (Class<?> sealed : List.of(Message.class, ShareGoal.class, ShareStatus.class)) {
      assertTrue(sampled.containsAll(cases(sealed).toList()), sealed.getName());
    }
  }

  private static Stream<Class<?>> cases(Class<?> sealed) {
    return Stream.<Class<?>>of(sealed.getPermittedSubclasses())
        .flatMap(one -> one.isSealed() ? cases(one) : Stream.of(one));
  }

  @Test
  void noClassNameIsOnTheWire() {
    for (Message message : WireSamples.all().values()) {
      String text = new String(codec.encode(message), StandardCharsets.ISO_8859_1);
      assertFalse(text.contains("dev.broadside") || text.contains("java."), text);
    }
  }

  @Test
  void unknownFieldsOfANewerPeerAreSkipped() throws ProtocolException {
    byte[] frame = codec.encode(new Message.Ping(7));
    // A CBOR map of indefinite length: its last byte ends it, and one more field goes before that.
    byte[] field = {0x63, 'n', 'e', 'w', 0x01};
    byte[] longer = new byte[frame.length + field.length];
    System.arraycopy(frame, 0, longer, 0, frame.length - 1);
    System.arraycopy(field, 0, longer, frame.length - 1, field.length);
    longer[longer.length - 1] = frame[frame.length - 1];

    assertEquals((byte) 0xFF, frame[frame.length - 1]);
    assertEquals(new Message.Ping(7), codec.decode(longer));
  }

  @Test
  void sealedRecordOpensToWhatWasSealed() throws ProtocolException {
    IntervalRecord record = WireSamples.record();
    assertEquals(record, codec.open(codec.seal(record)));
  }

  @Test
  void everyFlippedBitOfASealedRecordIsNoticed() {
    SealedRecord sealed = codec.seal(WireSamples.record());
    for (int bit = 0; bit < sealed.bytes().length * 8; bit++) {
      byte[] bytes = sealed.bytes().clone();
      bytes[bit / 8] ^= (byte) (1 << bit % 8);
      SealedRecord flipped = new SealedRecord(sealed.key(), bytes, sealed.crc());
      assertThrows(ProtocolException.class, () -> codec.open(flipped));
    }
  }

  @Test
  void recordUnderAnotherKeyIsNotBelieved() {
    SealedRecord sealed = codec.seal(WireSamples.record());
    RecordKey other = new RecordKey("run-1", "agent-2", 2, RecordKey.LOAD, 41);
    SealedRecord moved = new SealedRecord(other, sealed.bytes(), sealed.crc());

    assertThrows(ProtocolException.class, () -> codec.open(moved));
  }

  @Test
  void otherEncodingVersionIsRefusedWithASentence() {
    byte[] frame = codec.encode(new Message.Ping(1));
    frame[0] = 9;

    ProtocolException refused = assertThrows(ProtocolException.class, () -> codec.decode(frame));
    assertTrue(("" + refused.getMessage()).contains("version 9"));
  }

  @Test
  void hostileSizesAreRefusedBeforeTheyCost() {
    // A string, a byte string, an array and a map, each claiming to be gigabytes long.
    for (int head : new int[] {0x7B, 0x5B, 0x9B, 0xBB}) {
      byte[] frame = {Codec.VERSION, (byte) head, 0, 0, 0, 1, 0, 0, 0, 0, 'x'};
      assertThrows(ProtocolException.class, () -> codec.decode(frame));
    }
    assertThrows(ProtocolException.class, () -> codec.decode(new byte[Codec.MAX_FRAME + 1]));
    assertThrows(ProtocolException.class, () -> codec.decode(new byte[0]));
    assertThrows(ProtocolException.class, () -> codec.decode(new byte[] {Codec.VERSION}));
    assertThrows(
        IllegalArgumentException.class,
        () -> codec.encode(new Message.PackChunk("0".repeat(64), 0, 1, new byte[2 << 20])));
  }

  /// What a few kilobytes can be blown up to is bounded.
  @Test
  void aRecordThatInflatesToGigabytesIsRefused() {
    byte[] zeros = new byte[200 << 20];
    SealedRecord bomb = WireSamples.sealed(WireSamples.record().key(), zeros);

    assertTrue(bomb.bytes().length <= SealedRecord.MAX_BYTES);
    ProtocolException refused = assertThrows(ProtocolException.class, () -> codec.open(bomb));
    assertTrue(("" + refused.getMessage()).contains("larger than"), "" + refused);
  }

  @Test
  void anythingInThePlaceOfDeflatedBytesIsARecordOrRefused() {
    Random random = new Random(6);
    byte[] whole = codec.seal(WireSamples.record()).bytes();
    for (int i = 0; i < 5_000; i++) {
      byte[] bytes = mutated(whole.clone(), random);
      SealedRecord sealed = SealedRecord.of(WireSamples.record().key(), bytes);
      if (Arrays.equals(whole, bytes)) {
        continue;
      }
      try {
        codec.open(sealed);
      } catch (ProtocolException e) {
        assertFalse(("" + e.getMessage()).isEmpty());
      }
    }
  }

  @Test
  void distributionsOfEveryDensityComeBack() throws ProtocolException {
    Random random = new Random(5);
    for (int values = 1; values < 20_000; values = 2 * values + 1) {
      for (double sigma : new double[] {0.01, 0.5, 2}) {
        Map<Integer, Long> counts = new TreeMap<>();
        for (int i = 0; i < values; i++) {
          double drawn = 6_000 + 2_000 * sigma * random.nextGaussian();
          int slot = (int) Math.clamp(drawn, 0, LatencyLayout.SLOTS - 1);
          counts.merge(slot, 1L, Long::sum);
        }
        comesBack(distribution(counts));
      }
    }
    comesBack(Distribution.EMPTY);
    comesBack(distribution(Map.of(0, Long.MAX_VALUE)));
    comesBack(distribution(new TreeMap<>(Map.of(0, 1L << 61, LatencyLayout.SLOTS - 1, 1L))));
    comesBack(
        new Distribution(new int[] {7}, new long[] {2}, Distribution.MAX_SUM_NANOS, 9_000, 0));
  }

  /// 10,000 values whose 99th percentile is 3.2 times their median: numbers.md wants 2,200 bytes at
  /// most.
  @Test
  void aBusyOperationTakesTwoKilobytesAtMost() throws ProtocolException {
    Random random = new Random(7);
    Map<Integer, Long> counts = new TreeMap<>();
    for (int i = 0; i < 10_000; i++) {
      long micros = (long) (1_000 * Math.exp(0.5 * random.nextGaussian()));
      counts.merge(LatencyLayout.slot(micros), 1L, Long::sum);
    }
    int bytes = comesBack(distribution(counts)) - comesBack(Distribution.EMPTY);
    assertTrue(bytes < 2_000, "bytes: " + bytes);
  }

  private static Distribution distribution(Map<Integer, Long> counts) {
    return new Distribution(
        counts.keySet().stream().mapToInt(slot -> slot).toArray(),
        counts.values().stream().mapToLong(count -> count).toArray(),
        123_456_789,
        987_654,
        0);
  }

  /// The size of a record in which it lies.
  private int comesBack(Distribution distribution) throws ProtocolException {
    FigureRow row =
        new FigureRow(List.of(), List.of(new FigureValue.Values(distribution)), List.of());
    IntervalRecord record = WireSamples.record().withFigures(row);
    SealedRecord sealed = codec.seal(record);
    assertEquals(record, codec.open(sealed));
    return sealed.bytes().length;
  }

  @Test
  void deepNestingIsRefused() {
    byte[] frame = new byte[100_000];
    Arrays.fill(frame, (byte) 0x81);
    frame[0] = Codec.VERSION;
    assertThrows(ProtocolException.class, () -> codec.decode(frame));
  }

  @Test
  void distributionThatLiesAboutItsLengthIsRefused() {
    byte[] bytes = WireSamples.inflated(codec.seal(WireSamples.record()));
    int refused = 0;
    for (int at = 0; at < bytes.length; at++) {
      byte[] mutated = bytes.clone();
      mutated[at] = (byte) 0xFF;
      SealedRecord sealed = WireSamples.sealed(WireSamples.record().key(), mutated);
      try {
        codec.open(sealed);
      } catch (ProtocolException e) {
        refused++;
      }
    }
    assertTrue(refused > bytes.length / 2, refused + " of " + bytes.length);
  }

  /// Whatever is done to a frame, it decodes or it is refused; any other exception fails the test.
  @Test
  void mutatedFramesAreReadOrRefusedAndNothingElse() {
    Random random = new Random(20260301);
    List<byte[]> frames = WireSamples.all().values().stream().map(codec::encode).toList();
    Set<String> ends = new TreeSet<>();
    for (int round = 0; round < 40_000; round++) {
      byte[] frame = mutated(frames.get(random.nextInt(frames.size())).clone(), random);
      try {
        codec.decode(frame);
        ends.add("read");
      } catch (ProtocolException e) {
        ends.add("refused");
      }
    }
    assertEquals(Set.of("read", "refused"), ends);
  }

  private static byte[] mutated(byte[] frame, Random random) {
    byte[] bytes =
        random.nextInt(4) == 0 ? Arrays.copyOf(frame, random.nextInt(frame.length + 8)) : frame;
    for (int i = random.nextInt(4); i > 0 && bytes.length > 0; i--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return bytes;
  }
}
