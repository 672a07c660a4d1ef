package dev.broadside.core.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.compare.Side.BlockLength;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The rule against a second implementation of it, in Python, on the same series.
class BlockLengthTest {
  /// One that remembers a part of each value, and moves by what has no pattern but is no chance.
  private static double[] series(int length, double memory) {
    double[] series = new double[length];
    for (int i = 1; i < length; i++) {
      series[i] = memory * series[i - 1] + Math.sin((double) i * i);
    }
    return series;
  }

  @ParameterizedTest
  @CsvSource({
    "12, 0, 4",
    "12, -0.5, 1",
    "12, 0.3, 2",
    "30, 0, 5",
    "30, 0.3, 1",
    "30, 0.9, 3",
    "30, 0.97, 6",
    "40, 0.6, 1",
    "40, 0.65, 14",
    "50, 0.7, 1",
    "64, 0.5, 3",
    "64, 0.7, 5",
    "64, 1, 12",
    "100, -0.5, 7",
    "100, 0.7, 7",
    "100, 0.9, 16",
    "200, 0.5, 7",
    "200, 0.7, 11",
    "200, 0.9, 18",
    "200, 1, 23",
    "400, 0.3, 5",
    "400, 0.7, 13",
    "400, 0.97, 32",
    "1000, -0.5, 14",
    "1000, 0.3, 9",
    "1000, 0.7, 20",
    "1000, 0.9, 22",
    "1000, 1, 50",
    "2000, 0.5, 16",
    "2000, 0.7, 28",
    "2000, 0.9, 67",
    "2000, 1, 74"
  })
  void blocksAreAsLongAsPolitisAndWhiteHaveThem(int length, double memory, int blocks) {
    assertEquals(blocks, BlockLength.of(series(length, memory)));
  }

  @Test
  void aLevelDoesNotMatter() {
    double[] series = series(200, 0.9);
    double[] higher = IntStream.range(0, 200).mapToDouble(i -> series[i] + 1_000).toArray();
    assertEquals(18, BlockLength.of(higher));
  }

  @ParameterizedTest
  @CsvSource({"40, 14", "112, 32"})
  void noBlockIsLongerThanAThirdOfTheSeriesNorThanThreeOfItsRoots(int length, int most) {
    double[] toAndFro = IntStream.range(0, length).mapToDouble(i -> i % 2 == 0 ? 1 : -1).toArray();
    assertEquals(most, BlockLength.of(toAndFro));
  }

  @Test
  void whatIsConstantOrHasNoThreeValuesIsResampledOneByOne() {
    assertEquals(1, BlockLength.of(new double[50]));
    assertEquals(1, BlockLength.of(new double[] {7}));
    assertEquals(1, BlockLength.of(new double[] {7, 8}));
    assertEquals(1, BlockLength.of(new double[] {1, 2, 4}));
  }
}
