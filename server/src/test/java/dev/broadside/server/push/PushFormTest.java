package dev.broadside.server.push;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.xerial.snappy.Snappy;

/// What is packed, as Snappy's own library unpacks it; and what is sent again.
final class PushFormTest {
  @Test
  void anythingOfAnyLengthIsUnpackedAsItWas() throws Exception {
    Random random = new Random(7);
    for (int length :
        new int[] {0, 1, 127, 128, 32_766, 32_767, 32_768, 65_535, 100_000, 300_000}) {
      for (int letters : new int[] {1, 3, 256}) {
        byte[] plain = new byte[length];
        for (int i = 0; i < length; i++) {
          plain[i] = (byte) random.nextInt(letters);
        }
        assertArrayEquals(plain, Snappy.uncompress(PushForm.snappy(plain)), length + " bytes");
      }
    }
  }

  @Test
  void whatRepeatsIsPacked() throws Exception {
    byte[] plain = "broadside_transactions_total".repeat(5_000).getBytes(StandardCharsets.UTF_8);
    byte[] packed = PushForm.snappy(plain);
    assertTrue(packed.length < plain.length / 10, () -> packed.length + " bytes");
    assertArrayEquals(plain, Snappy.uncompress(packed));
  }

  @Test
  void eachProtocolSaysWhatIsSentAgain() {
    assertEquals(List.of(429, 502, 503, 504), again(PushForm.OTLP));
    List<Integer> remote = again(PushForm.REMOTE_WRITE);
    assertEquals(429, remote.getFirst());
    assertEquals(IntStream.range(500, 600).boxed().toList(), remote.subList(1, remote.size()));
  }

  private static List<Integer> again(PushForm form) {
    return IntStream.range(300, 600).filter(form::again).boxed().toList();
  }
}
