package dev.broadside.sql.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Hashes, permutations and what null does are what pgbench 15 itself gives (`\set x debug(...)`).
class ExpressionTest {
  private final Scope scope = Scope.empty(Scope.Names.NONE);
  private final int thread = scope.declareConstant("thread");
  private final int threads = scope.declareConstant("threads");
  private final int n = scope.declareConstant("n");

  ExpressionTest() {
    scope.declare("gone");
  }

  private Frame frame() {
    Frame frame = new Frame(scope.size());
    frame.set(thread, 1L);
    frame.set(threads, 4L);
    frame.set(n, 100L);
    frame.drawFrom(new SplittableRandom(1));
    frame.make(scope.makers());
    return frame;
  }

  private Expression read(String text) throws ExpressionError {
    return ExpressionReader.read(text, scope, PureFunctions.forYamlClasses()).expression();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          1 + 2 * 3                             ; 7
          (1 + 2) * 3                           ; 9
          7 / 2                                 ; 3
          7 / 2.0                               ; 3.5
          -7 % 3                                ; -1
          - -3                                  ; 3
          10 - 3 - 2                            ; 5
          1 << 4 | 1                            ; 17
          6 # 3                                 ; 5
          ~5                                    ; -6
          1 < 2 and not 2 < 1                   ; true
          1 = 1.0                               ; true
          '9' > 10                              ; false
          'b' > 'a'                             ; true
          gone is null                          ; true
          gone + 1 is not null                  ; false
          coalesce(gone, 5)                     ; 5
          (n > 50) is true                      ; true
          date('2026-02-27') + 2                ; 2026-03-01
          1 + date('2026-02-27') - 3            ; 2026-02-25
          date('2026-03-01') - date('2026-02-27') ; 2
          timestamp('2026-02-28T18:00:00') + 0.5 ; 2026-03-01T06:00
          timestamp('2026-03-01T06:00:00') - timestamp('2026-02-28T18:00:00') ; 0.5
          date('2026-02-27') < date('2026-02-27') + 1 ; true
          case when n < 5 then 'a' when n > 5 then 'b' else 'c' end ; b
          if(n = 100, 1, 2)                     ; 1
          'it''s ' || n                         ; it's 100
          least(3, 1.5, 2)                      ; 1.5
          greatest(n, 7)                        ; 100
          abs(-4)                               ; 4
          mod(-7, 3)                            ; -1
          int(2.5)                              ; 2
          floor(-1.5)                           ; -2
          pad(7, 3)                             ; 007
          1_000 + .5e1                          ; 1005
          json('a', 1, 'b"', 'x', 'c', gone)    ; {"a":1,"b\\"":"x","c":null}
          :n + 1                                ; 101
          hash_murmur2(10, 5432)                ; -5817877081768721676
          hash_fnv1a(10, 5432)                  ; -7793829335365542153
          hash(-7, 0)                           ; -2376560325806870531
          hash_fnv1a(-7, 0)                     ; -4637405028990054917
          permute(0, 4, 123)                    ; 1
          permute(5, 100, 5432)                 ; 46
          permute(99, 100, 5432)                ; 26
          permute(-7, 1000003, 1)               ; 644160
          permute(123456789012345, 9223372036854775807, -9) ; 1322796140185261114
          permute(3, 8, 42)                     ; 1
          permute(0, 1, 42)                     ; 0
          MOD(7, 3) + Abs(-1)                   ; 2
          ~ 5 | 3                               ; -5
          ~ 5 + 3                               ; -9
          1 | ~ 2                               ; -3
          1.0 / 0                               ; Infinity
          null and true                         ; null
          false and null                        ; false
          null or true                          ; null
          true or null                          ; true
          """)
  void hasThisValue(String text, String value) throws ExpressionError {
    assertEquals(value, read(text).text(frame()));
  }

  /// What a double would make of the first is 9007199254740994.
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          sum                                   ; 9007199254740993.01
          sum + 1                               ; 9007199254740994.01
          sum - 0.01                            ; 9007199254740993.00
          sum * 2                               ; 18014398509481986.02
          sum / 2                               ; 4503599627370496.505
          -sum                                  ; -9007199254740993.01
          abs(-sum)                             ; 9007199254740993.01
          sum = 9007199254740993                ; false
          sum > 9007199254740993                ; true
          sum = '9007199254740993.01'           ; true
          greatest(sum, 9007199254740993)       ; 9007199254740993.01
          int(sum)                              ; 9007199254740993
          ceil(sum)                             ; 9007199254740994
          floor(-sum)                           ; -9007199254740994
          int('9007199254740993')               ; 9007199254740993
          case when sum then 'yes' end          ; yes
          json('a', sum)                        ; {"a":9007199254740993.01}
          sum + 1.0 / 0                         ; Infinity
          """)
  void aDecimalOfTheDatabaseKeepsItsDigits(String text, String value) throws ExpressionError {
    int sum = scope.declare("sum");
    Expression expression = read(text);
    Frame frame = frame();
    frame.set(sum, new BigDecimal("9007199254740993.01"));
    assertEquals(value, expression.text(frame));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          int('1e999999999')      ; 1E+999999999 is not a whole number of 64 bits
          1 / 0                   ; division by zero
          9223372036854775807 + 1 ; long overflow
          'x' + 1                 ; the text "x" is not a number
          uniform(5, 1)           ; uniform has nothing to draw from: 1 is less than 5
          letters(20000)          ; a text of 20000 characters cannot be drawn: the most is 10000
          """)
  void hasNoValue(String text, String why) throws ExpressionError {
    Expression expression = read(text);
    Frame frame = frame();
    assertEquals(
        why, assertThrows(ArithmeticException.class, () -> expression.eval(frame)).getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          uniform(1, 10)        ; 1   ; 10  ; 5.5
          zipfian(1, n)         ; 1   ; 100 ; 26
          gaussian(1, n)        ; 1   ; 100 ; 50.5
          hot(1, n)             ; 1   ; 100 ; 50.5
          pareto(1, n)          ; 1   ; 100 ; 13
          draw('uniform', 1, n) ; 1   ; 100 ; 50.5
          own(1, n)             ; 26  ; 50  ; 38
          random(1, 9)          ; 1   ; 9   ; 5
          random_gaussian(1, n, 2.5)     ; 1 ; 100 ; 50.5
          random_exponential(1, n, 5.0)  ; 1 ; 100 ; 19.9
          random_zipfian(1, n, 1.5)      ; 1 ; 100 ; 7.7
          exponential(20)       ; 0   ; 400 ; 20
          uniform(0.0, 1)       ; 0   ; 1   ; 0.5
          weighted(3, 0, 1, 4)  ; 0   ; 4   ; 1
          """)
  void drawsBetweenWithThisMean(String text, double low, double high, double mean)
      throws ExpressionError {
    Expression draw = read(text);
    Frame frame = frame();
    double sum = 0;
    for (int i = 0; i < 20_000; i++) {
      double value = draw.decimal(frame);
      assertTrue(value >= low && value <= high, () -> text + " drew " + value);
      sum += value;
    }
    assertEquals(mean, sum / 20_000, (high - low) / 50);
  }

  @Test
  void aChoiceIsAsFrequentAsItsWeight() throws ExpressionError {
    Expression draw = read("weighted(3, 'a', 1, 'b')");
    Frame frame = frame();
    Map<String, Integer> drawn = new HashMap<>();
    for (int i = 0; i < 4_000; i++) {
      drawn.merge(draw.text(frame), 1, Integer::sum);
    }
    assertEquals(3_000, drawn.get("a"), 150);
  }

  @Test
  void textsHaveTheirForm() throws ExpressionError {
    Map<String, String> forms =
        Map.of(
            "letters(5)", "[a-z]{5}",
            "letters(2, 4)", "[a-z]{2,4}",
            "digits(8)", "\\d{8}",
            "groups(3)", "\\d{11}-\\d{11}-\\d{11}",
            "uuid()", "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}",
            "date('2026-02-01', '2026-02-28')", "2026-02-\\d\\d",
            "timestamp('2026-02-01T00:00:00', '2026-02-01T00:00:59')",
                "2026-02-01T00:00:\\d\\d.*|2026-02-01T00:00");
    for (Map.Entry<String, String> form : forms.entrySet()) {
      Expression expression = read(form.getKey());
      Frame frame = frame();
      for (int i = 0; i < 50; i++) {
        String text = expression.text(frame);
        assertTrue(text.matches(form.getValue()), () -> form.getKey() + " drew " + text);
      }
    }
  }

  @Test
  void aRepetitionTakesTheSameNumberOfASequence() throws ExpressionError {
    Expression next = read("sequence(10)");
    Frame frame = frame();
    for (long wanted : List.of(11L, 15L, 19L)) {
      frame.begin(new SplittableRandom(1), 0, scope.size());
      assertEquals(wanted, next.whole(frame));
      frame.begin(new SplittableRandom(1), 1, scope.size());
      assertEquals(wanted, next.whole(frame));
    }
  }

  @Test
  void numbersAreDrawnWithoutAllocating() throws ExpressionError {
    Expression expression =
        read("if(uniform(1, n) > 50, zipfian(1, n) * 2 + mod(n, 7), gaussian(1, n)) + n / 2.5");
    Frame frame = frame();
    var threadsBean =
        (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
    double sum = 0;
    for (int i = 0; i < 20_000; i++) {
      sum += expression.decimal(frame);
    }
    long before = threadsBean.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 10_000; i++) {
      sum += expression.decimal(frame);
    }
    long bytes = threadsBean.getCurrentThreadAllocatedBytes() - before;
    assertTrue(sum > 0);
    assertTrue(bytes < 2_000, () -> bytes + " bytes for 10,000 evaluations");
  }
}
