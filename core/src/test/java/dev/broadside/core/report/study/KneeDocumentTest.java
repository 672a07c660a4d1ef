package dev.broadside.core.report.study;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.scaling.Knee;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KneeDocumentTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"0.01817|0.0182", "4.2|4.2", "99.96|100", "1234.6|1,235"})
  void aSmallKneeIsSaidAsCloselyAsALargeOne(double rate, String said) {
    assertEquals(
        "even " + said + "/s is met: the knee lies above", sentence(Knee.Verdict.ABOVE, rate));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"3|beyond 3/s, which is met", "0|at every rate: nothing is known of the system"})
  void aGeneratorThatIsTheLimitSaysWhatWasMet(double met, String said) {
    assertEquals(
        "the load generator was the limit " + said,
        sentence(Knee.Verdict.GENERATOR, met).replaceAll("(: this is not|; use).*", ""));
  }

  private static String sentence(Knee.Verdict verdict, double met) {
    return KneeDocument.of(
            Map.of(), new Knee(verdict, met, 0, 0, met, 0, 1), List.of(), Optional.empty(), false)
        .sentence();
  }
}
