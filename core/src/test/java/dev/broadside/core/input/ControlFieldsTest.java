package dev.broadside.core.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.load.LoadControl;
import dev.broadside.core.param.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class ControlFieldsTest {
  private final List<Problem> problems = new ArrayList<>();

  private LoadControl read(String json) {
    return ControlFields.read(new JsonMapper().readTree(json), problems);
  }

  /// The number of threads was answered in the words of a study, which has several.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"threads": "xx"}   | /threads: "xx" is not a whole number; give a whole number from 1 to 10000.
          {"threads": 0}      | /threads: 0 is out of range; give a whole number from 1 to 10000.
          {"threads": 10001}  | /threads: 10001 is out of range; give a whole number from 1 to 10000.
          {"threads": 1.5}    | /threads: "1.5" is not a whole number; give a whole number from 1 to 10000.
          {"threads": "1,2"}  | /threads: "1,2" is not a whole number; give a whole number from 1 to 10000.
          {"threads": [1, 2]} | /threads: [1,2] is not a single value; give the value.
          {"rate": "fast"}    | /rate: "fast" is not a number; give a number from 0.000001 to 10000000.
          {"rate": 0}         | /rate: 0 is out of range; give a number from 0.000001 to 10000000.
          {"rate": [1]}       | /rate: [1] is not a single value; give the value.
          {"think": "long"}   | /think: "long" cannot be used here; give 10ms, 5ms..20ms, exp:10ms or none.
          {"mix": 5}          | /mix: it is not an object; write it as {parameter: value}.
          {"mix": {"a": [1]}} | /mix/a: it is not a single value; give the value.
          {"paused": "true"}  | /paused: "true" is not a boolean; give true or false.
          {"treads": 5}       | /treads: there is no such field; did you mean threads?
          {}                  | body: it changes nothing; give a rate, threads, think, mix or paused.
          [5]                 | body: it is not a JSON object; send one such as {"rate": 500}.
          """)
  void whatIsWrongIsToldInTheWordsOfALoad(String json, String sentence) {
    read(json);

    assertEquals(List.of(sentence), problems.stream().map(Problem::sentence).toList());
  }

  @Test
  void allThatIsWrongIsToldAtOnce() {
    read(
        """
        {"threads": "x", "rate": "y", "think": "z", "mix": 1, "paused": 2}
        """);

    assertEquals(
        List.of("/paused", "/rate", "/threads", "/think", "/mix"),
        problems.stream().map(Problem::where).toList());
  }

  @Test
  void aNumberMayBeWrittenAsAText() {
    LoadControl set =
        read(
            """
            {"threads": "8", "rate": "500", "mix": {"reads": 70}}
            """);

    assertEquals(List.of(), problems);
    assertEquals(Optional.of(8), set.threads());
    assertEquals(Optional.of(500.0), set.rate());
    assertEquals(Map.of("reads", "70"), set.mix());
  }
}
