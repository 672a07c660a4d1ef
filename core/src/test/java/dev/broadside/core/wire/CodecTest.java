package dev.broadside.core.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.RecordKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
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
/// writes them anew: `./mvnw test -pl core -am -Dtest=CodecTest -Dsurefire.failIfNoSpecifiedTests=false
/// -Dupdate=true`. After it, a changed frame is a new file, and the old one must still be read.
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

    assertArrayEquals(golden, now);
    assertArrayEquals(golden, codec.encode(codec.decode(golden)));
  }

  @Test
  void aRecordWithoutItsResponsesIsRefused() {
    SealedRecord sealed = codec.seal(WireSamples.record());
    String text = new String(sealed.bytes(), StandardCharsets.ISO_8859_1);
    byte[] renamed = text.replace("response", "reaponse").getBytes(StandardCharsets.ISO_8859_1);
    SealedRecord other = SealedRecord.of(sealed.key(), renamed);

    assertFalse(Arrays.equals(sealed.bytes(), renamed));
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

  @Test
  void deepNestingIsRefused() {
    byte[] frame = new byte[100_000];
    Arrays.fill(frame, (byte) 0x81);
    frame[0] = Codec.VERSION;
    assertThrows(ProtocolException.class, () -> codec.decode(frame));
  }

  @Test
  void distributionThatLiesAboutItsLengthIsRefused() {
    byte[] bytes = codec.seal(WireSamples.record()).bytes();
    int refused = 0;
    for (int at = 0; at < bytes.length; at++) {
      byte[] mutated = bytes.clone();
      mutated[at] = (byte) 0xFF;
      SealedRecord sealed = SealedRecord.of(WireSamples.record().key(), mutated);
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
