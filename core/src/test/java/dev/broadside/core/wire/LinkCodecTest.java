package dev.broadside.core.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Whatever flips between two hosts is noticed.
final class LinkCodecTest {
  private final LinkCodec link = new LinkCodec();
  private final Codec codec = new Codec();

  static Stream<String> samples() {
    return WireSamples.all().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everyFlippedBitIsNoticedInWhateverMessage(String name) throws ProtocolException {
    Message message = WireSamples.all().get(name);
    byte[] frame = link.encode(message);
    assertArrayEquals(codec.encode(message), codec.encode(link.decode(frame)));

    for (int bit = 0; bit < 8 * frame.length; bit++) {
      byte[] other = flipped(frame, bit);
      assertThrows(ProtocolException.class, () -> link.decode(other), () -> name);
    }
  }

  /// What the checksum is for: a start, a rate, a duration.
  @Test
  void withoutChecksumsAFlippedBitIsAnotherOrder() {
    Message order = WireSamples.all().get("order-prepare");
    byte[] frame = codec.encode(order);
    long others = 0;
    for (int bit = 0; bit < 8 * frame.length; bit++) {
      try {
        others += codec.decode(flipped(frame, bit)).equals(order) ? 0 : 1;
      } catch (ProtocolException _) {
        // Noticed.
      }
    }
    assertTrue(others > 1_000, others + " of " + 8 * frame.length);
  }

  private static byte[] flipped(byte[] frame, int bit) {
    byte[] other = frame.clone();
    other[bit / 8] ^= (byte) (1 << bit % 8);
    return other;
  }

  @Test
  void whatIsNoFrameIsRefusedWithASentence() {
    for (byte[] none : new byte[][] {{}, {2}, {2, 0, 0, 0, 0}, {2, 1, 2}}) {
      assertThrows(ProtocolException.class, () -> link.decode(none));
    }
    byte[] plain = codec.encode(new Message.Ping(1));
    assertEquals(
        "the other side sends frames without a checksum; install the same Broadside on both",
        assertThrows(ProtocolException.class, () -> link.decode(plain)).getMessage());
  }
}
