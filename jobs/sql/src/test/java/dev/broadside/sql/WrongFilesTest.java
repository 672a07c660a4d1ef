package dev.broadside.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

/// What is wrong with a file is told by line and column, with the mend.
class WrongFilesTest {
  private static final String GOOD_END =
      """
      statements:
        one: select 1
      transactions:
        t: {do: one}
      """;

  @Test
  void aFeedThatCannotBeReadIsTheOnlyThingToldOfAllThatNamesIt() {
    String text =
        """
        job-class: x
        feeds: {f: {file: f.csv}}
        statements: {s: "select :f.id"}
        transactions: {t: {do: [{next: f}, s]}}
        """;
    assertEquals(
        List.of(
            "file test.yaml, line 2, column 19: there is no UTF-8 text file f.csv of up to 64"
                + " MiB; put it beside this file."),
        YamlClasses.problems(text));
    assertEquals(
        List.of(
            "file test.yaml, line 2, column 19: row 2 of f.csv has 2 values and not 1; mend that"
                + " row."),
        YamlClasses.problems(text, Map.of("f.csv", "id\n1\n2,3\n")));
    for (String empty : List.of("", "id\n", "\n\n")) {
      assertEquals(
          List.of(
              "file test.yaml, line 2, column 19: f.csv has no rows; write one or more below the"
                  + " names of its columns."),
          YamlClasses.problems(text, Map.of("f.csv", empty)));
    }
  }

  static final List<Arguments> FILES =
      List.of(
          wrong("", "file test.yaml: it is empty; begin it with job-class: NAME."),
          wrong(
              "job-class: x\n  title: y\n",
              "file test.yaml, line 2, column 8: it is not valid YAML (mapping values are not allowed here); mend that line."),
          wrong(
              "job-class: Wrong Name\n" + GOOD_END,
              "file test.yaml, line 1, column 12: \"Wrong Name\" is not a small letter, then small letters, digits, _ and -;"
                  + " give a small letter, then small letters, digits, _ and -."),
          wrong(
              "job-class: x\ntransaction: {}\n" + GOOD_END,
              "file test.yaml, line 2, column 1: a YAML job class has no key transaction; did you mean transactions?"),
          wrong(
              "job-class: x\nstatements: {one: select 1}\n",
              "file test.yaml, line 1, column 1: a YAML job class has no key transactions; give transactions: the kinds of transactions; an iteration does one."),
          wrong(
              "job-class: x\njob-class: y\n" + GOOD_END,
              "file test.yaml, line 2, column 1: job-class is given twice; give it once."),
          wrong(
              "job-class: x\nfigures: {g: {kind: last}}\n" + GOOD_END,
              "file test.yaml, line 2, column 21: only a figure of a query is last, mean, worst;"
                  + " give a query with one of these, and with no other kind."),
          wrong(
              "job-class: x\nconstants: {n: 1}\nfigures: {g: {kind: mean, query: \"select :n\"}}\n"
                  + GOOD_END,
              "file test.yaml, line 3, column 34: the query of a gauge cannot have :name values;"
                  + " put constants into its text, as in ${name}."),
          wrong(
              "job-class: x\nsetup: [\"drop table a{n}\"]\n" + GOOD_END,
              "file test.yaml, line 2, column 21: there are not several tables a; give the table copies: and how many."),
          wrong(
              "job-class: x\nfragments: {f: {repeat: 2, text: \":thread\"}}\n" + GOOD_END,
              "file test.yaml, line 2, column 34: a fragment cannot have :name values; put them into its text, as in ${name}."),
          wrong(
              "job-class: x\nbefore: {n: {h2: nothing}}\n" + GOOD_END,
              "file test.yaml, line 2, column 18: here something has to be asked; give a text."),
          wrong(
              "job-class: x\nstatements: {one: {sql: select 1, batch: 2}}\ntransactions: {t: {do: one}}\n",
              "file test.yaml, line 2, column 19: a batch only writes; leave out batch: or into:."),
          wrong(
              "job-class: x\nstatements: {one: {sql: delete from t, batch: 2}}\ntransactions: {t: {do: one}}\n"
                  + "checks: {c: {query: select 1, balance: {before: 1, deletes: one}}}\n",
              "file test.yaml, line 4, column 61: one writes batches, and is counted once for each; add rows to a figure, and give equals: with the figure."),
          wrong(
              """
              job-class: x
              tables: {a: {copies: 2, create: "create table a${copy} (id int)"}}
              statements: {one: "select 1 from a{m} join a{n} on 1 = 1"}
              transactions: {t: {do: [set: {m: 1, n: 2}, one]}}
              """,
              "file test.yaml, line 3, column 44: it draws the numbers of two tables; name both by one number."),
          wrong(
              "job-class: x\nconstants: [1]\n" + GOOD_END,
              "file test.yaml, line 2, column 12: it is a list and not a map of names; write it as NAME: ...."),
          wrong(
              "job-class: x\nconstants: {a: 1 +}\n" + GOOD_END,
              "file test.yaml, line 2, column 19: a value is missing at the end; complete it."),
          wrong(
              "job-class: x\nconstants: {a: b + 1}\n" + GOOD_END,
              "file test.yaml, line 2, column 16: b is not known here; use one of thread, threads."),
          wrong(
              "job-class: x\nconstants: {a: \"1 + greates(1, 2)\"}\n" + GOOD_END,
              "file test.yaml, line 2, column 21: there is no function greates; did you mean greatest?"),
          wrong(
              "job-class: x\nconstants: {a: \"mod(1)\"}\n" + GOOD_END,
              "file test.yaml, line 2, column 17: mod does not take 1 value; write mod(a, b)."),
          wrong(
              "job-class: x\nparameters: {n: {type: whole, between: [1, 5], default: 9}}\n"
                  + GOOD_END,
              "file test.yaml, line 2, column 57: 9 is out of range; give a whole number from 1 to 5."),
          wrong(
              "job-class: x\nparameters: {url: {type: text}}\n" + GOOD_END,
              "file test.yaml, line 1, column 12: parameter url is declared twice; mend the file."),
          wrong(
              """
              job-class: x
              statements:
                one: |
                  select a
                  from t where id = :idd
              transactions:
                t: {do: [{set: {id: 1}}, one]}
              """,
              "file test.yaml, line 5, column 23: :idd is not known here; did you mean id?"),
          wrong(
              """
              job-class: x
              statements:
                one: select a from t where id = :id
              transactions:
                t: {do: [one, {set: {id: 1}}]}
              """,
              "file test.yaml, line 5, column 12: statement one needs :id, which no step before sets; set it in a step before this one."),
          wrong(
              """
              job-class: x
              statements:
                one: select ${texd} from t
              transactions:
                t: {do: one}
              """,
              "file test.yaml, line 3, column 15: ${texd} is neither a parameter or constant nor a word of the database; use one of identity, now, options, thread, threads, timestamp, whole."),
          wrong(
              "job-class: x\nstatements: {one: select 1}\ntransactions: {t: {do: ones}}\n",
              "file test.yaml, line 3, column 24: there is no statement ones; did you mean one?"),
          wrong(
              "job-class: x\nstatements: {one: select 1}\ntransactions: {t: {do: [{iff: 1, then: one}]}}\n",
              "file test.yaml, line 3, column 25: there is no step iff; did you mean if?"),
          wrong(
              "job-class: x\nstatements: {one: select 1}\ntransactions: {t: {do: [{run: one, think: 5}]}}\n",
              "file test.yaml, line 3, column 25: these are several steps in one: run, think; begin each with a dash of its own."),
          wrong(
              "job-class: x\nstatements: {one: {sql: select 1, rows: many}}\ntransactions: {t: {do: one}}\n",
              "file test.yaml, line 2, column 41: \"many\" is not a number of rows such as 1, 0..1 or 1..; give a number of rows such as 1, 0..1 or 1..."),
          wrong(
              "job-class: x\nstatements: {one: {sql: select 1, rows: 5..1}}\ntransactions: {t: {do: one}}\n",
              "file test.yaml, line 2, column 41: the range is empty; give its lower end first."),
          wrong(
              "job-class: x\nstatements: {one: select 1}\ntransactions: {t: {weight: 0, do: one}, u: {weight: -1, do: one}}\n",
              "file test.yaml, line 3, column 28: no transaction has a weight above 0; give at least one a weight."),
          wrong(
              "job-class: x\nconstants: {a: \"" + "(".repeat(50_000) + "\"}\n" + GOOD_END,
              "file test.yaml, line 2, column 117: it is nested too deeply; make values of its parts."),
          wrong(
              "job-class: x\nconstants: {a: \"1" + " + 1".repeat(50_000) + "\"}\n" + GOOD_END,
              "file test.yaml, line 2, column 2017: it has more than 1,000 words and signs; make values of its parts."),
          wrong(
              "job-class: x\nconstants: {a: \"" + "- ".repeat(50_000) + "1\"}\n" + GOOD_END,
              "file test.yaml, line 2, column 2017: it has more than 1,000 words and signs; make values of its parts."),
          wrong(
              "job-class: x\nconstants: "
                  + "[".repeat(50_000)
                  + "]".repeat(50_000)
                  + "\n"
                  + GOOD_END,
              "file test.yaml, line 2, column 111: it is nested too deeply; make it flatter."),
          wrong(
              "job-class: x\nstatements: {one: delete from t}\ntransactions: {t: {do: [{each: one, do: one}]}}\n",
              "file test.yaml, line 3, column 32: one is not a query; name a statement that selects."),
          wrong(
              "job-class: x\nfeeds: {f: {file: missing.csv}}\n" + GOOD_END,
              "file test.yaml, line 2, column 19: there is no UTF-8 text file missing.csv of up to 64 MiB; put it beside this file."),
          wrong(
              "job-class: x\nchecks: {c: {query: select 1}}\n" + GOOD_END,
              "file test.yaml, line 2, column 13: it does not say what is expected; give one of equals, between and balance."),
          wrong(
              "job-class: x\ntables: {t: {create: create table t (a int), rows: 5}}\n" + GOOD_END,
              "file test.yaml, line 2, column 13: table t has rows and no columns; give both or neither."),
          wrong(
              """
              job-class: x
              statements: {one: "select :a"}
              transactions:
                t: {do: [{set: {n: "uniform(1, 9)", a: "zipfian(1, n)"}}, one]}
              """,
              "file test.yaml, line 4, column 54: zipfian needs a value here that stays the same during the run; use numbers, parameters and constants."),
          wrong(
              "job-class: x\nsummary: \"a\\x1Bb\"\n" + GOOD_END,
              "file test.yaml, line 2, column 10: it holds the character U+001B; take that out."),
          wrong(
              "job-class: x\ntitle: \"\\ud83d\"\n" + GOOD_END,
              "file test.yaml, line 2, column 8: it holds the character U+D83D; take that out."),
          wrong(
              "job-class: x\nparameters: {n: {type: choice, choices: {\"a\\x00\": b, c: \"\\e\"}}}\n"
                  + GOOD_END,
              "file test.yaml, line 2, column 42: it holds the character U+0000; take that out."),
          wrong(
              "job-class: x\nsummary: |\n  two\n  li\u0007nes\n" + GOOD_END,
              "file test.yaml, line 4, column 5: it holds the character U+0007; take that out."),
          wrong(
              "job-class: x\nsummary: " + "long ".repeat(820) + "\n" + GOOD_END,
              "file test.yaml, line 2, column 10: \""
                  + "long ".repeat(820).substring(0, 97)
                  + "...\" is not a text of at most 4,096 characters; give a text of at most 4,096"
                  + " characters."),
          wrong(
              "job-class: x\nfigures:\n  f: {kind: count, label: \"a\\nb\"}\n" + GOOD_END,
              "file test.yaml, line 3, column 6: the label of figure f is not one line of up to 80"
                  + " characters; mend the declaration."),
          wrong(
              "job-class: x\nretry: sometimes\n" + GOOD_END,
              "file test.yaml, line 2, column 8: \"sometimes\" is not among the choices; use one of never, new, same."));

  private static Arguments wrong(String file, String sentence) {
    return Arguments.of(file, sentence);
  }

  @ParameterizedTest
  @FieldSource("FILES")
  void isToldWithItsPlaceAndItsMend(String file, String sentence) {
    assertEquals(List.of(sentence), YamlClasses.problems(file));
  }
}
