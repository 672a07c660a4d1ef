package dev.broadside.core.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class CsvLineTest {
  @Test
  void onlyWhatMustBeQuotedIs() {
    assertEquals("a,,-1.5,\"b,c\",\"d\"\"e\"", CsvLine.of(List.of("a", "", "-1.5", "b,c", "d\"e")));
  }

  @Test
  void aFormulaIsMadeText() {
    assertEquals("'=1+1,'+1,'@a,a=b", CsvLine.of(List.of("=1+1", "+1", "@a", "a=b")));
  }

  @Test
  void whatLooksLikeAFormulaIsMadeTextHoweverItIsWrapped() {
    assertEquals("'-2+3,-1.5,-7,'-", CsvLine.of(List.of("-2+3", "-1.5", "-7", "-")));
    assertEquals("' =1,'\uff1d1,'\uff0b1", CsvLine.of(List.of(" =1", "\uff1d1", "\uff0b1")));
  }

  @Test
  void aRecordIsOneLineAndCarriesNothingThatATerminalObeys() {
    assertEquals("a b c,d e", CsvLine.of(List.of("a\nb\nc", "d\re")));
    assertEquals("'=1 +1 ", CsvLine.of(List.of("=1\n+1\n")));
    assertEquals("'\u0020=1", CsvLine.of(List.of("\t=1")));
    assertEquals("?[2J,a?b,c?d", CsvLine.of(List.of("\u001b[2J", "a\u202eb", "c\u009bd")));
  }
}
