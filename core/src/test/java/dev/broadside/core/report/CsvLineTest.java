package dev.broadside.core.report;

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
  void lineBreaksHideNothing() {
    assertEquals("\"a\nb\nc\",\"d\re\"", CsvLine.of(List.of("a\nb\nc", "d\re")));
    assertEquals("\"'=1\n+1\n\"", CsvLine.of(List.of("=1\n+1\n")));
  }
}
