package dev.broadside.core.search;

import dev.broadside.core.figures.RunFigure;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Spans;
import dev.broadside.core.report.ResultFigures;
import dev.broadside.core.search.JobQuery.Figure;
import dev.broadside.core.search.JobQuery.Has;
import dev.broadside.core.search.JobQuery.Key;
import dev.broadside.core.search.JobQuery.Of;
import dev.broadside.core.search.JobQuery.Since;
import dev.broadside.core.search.JobQuery.Term;
import dev.broadside.core.search.JobQuery.Until;
import dev.broadside.core.search.JobQuery.Words;
import dev.broadside.core.threshold.Threshold;
import dev.broadside.core.threshold.ThresholdText;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Reads queries: `soak tag:best folder:nightly since:7d p99 > 20ms`. Terms are parted by spaces;
/// what holds a space stands in quotes; `*` means all.
public final class JobQueryText {
  /// A query is no longer.
  public static final int LONGEST = 1_000;

  private static final String EVERYTHING = "*";
  private static final int MOST_TERMS = 20;
  private static final int SHOWN = 60;
  private static final String SINCE = "since";
  private static final String UNTIL = "until";
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<figure>[^\\s\"<>:=]+\\s*[<>]=?\\s*"
              + "(?:\\d[\\d.]*\\s*(?:us|µs|ms|s|m|%|tx/s|k/s|/s)(?=\\s|$)|[^\\s\"]*))"
              + "|(?<key>[^\\s\":<>]+):(?:\"(?<quoted>[^\"]*)\"|(?<plain>[^\\s\"]*))"
              + "|\"(?<words>[^\"]*)\"|(?<word>\\S+)");

  private final Of of;
  private final Instant now;

  private JobQueryText(Of of, Instant now) {
    this.of = of;
    this.now = now;
  }

  /// Reads a query.
  ///
  /// @param of what is asked for
  /// @param now what `since:7d` counts from
  public static Parsed<JobQuery> read(String text, Of of, Instant now) {
    return new JobQueryText(of, now).read(text);
  }

  private Parsed<JobQuery> read(String text) {
    if (text.length() > LONGEST) {
      return new Parsed.Wrong<>(
          Problem.wrong(
              "query", "it has more than " + LONGEST + " characters", "ask for less at once"));
    }
    List<Term> terms = new ArrayList<>();
    Matcher token = TOKEN.matcher(text);
    while (token.find()) {
      if (token.group().equals(EVERYTHING)) {
        continue;
      }
      switch (term(token)) {
        case Parsed.Value<Term>(Term term) -> terms.add(term);
        case Parsed.Wrong<Term>(Problem problem) -> {
          return new Parsed.Wrong<>(problem);
        }
      }
    }
    return terms.size() <= MOST_TERMS
        ? new Parsed.Value<>(new JobQuery(terms))
        : new Parsed.Wrong<>(
            Problem.wrong(
                "query", "it has more than " + MOST_TERMS + " terms", "ask for less at once"));
  }

  private Parsed<Term> term(Matcher token) {
    if (token.group("figure") instanceof String figure) {
      return figure(token, figure);
    }
    if (token.group("key") instanceof String key) {
      String value =
          Optional.ofNullable(token.group("quoted"))
              .or(() -> Optional.ofNullable(token.group("plain")))
              .orElse("");
      // No folder has a slash at its ends, where people write some.
      boolean folder = key.equals(Key.FOLDER.word());
      return keyed(token, key, folder ? value.replaceAll("^/+|/+$", "") : value);
    }
    String words =
        Optional.ofNullable(token.group("words"))
            .or(() -> Optional.ofNullable(token.group("word")))
            .orElse("");
    if (words.contains("\"")) {
      return wrong(
          token, "it has a quotation mark without its other one", "close it, or leave it out");
    }
    String before = words.split("=", 2)[0];
    if (token.group("word") != null
        && words.contains("=")
        && ResultFigures.ids().anyMatch(before::equals)) {
      return wrong(
          token,
          "a figure is hardly ever the same to its last digit",
          "compare it by < <= > or >=, as in errors<=0%, or put it all in quotes");
    }
    return new Parsed.Value<>(new Words(words.toLowerCase(Locale.ROOT)));
  }

  private Parsed<Term> keyed(Matcher token, String key, String value) {
    Optional<Key> known = Key.of(of).filter(one -> one.word().equals(key)).findFirst();
    boolean time = key.equals(SINCE) || key.equals(UNTIL);
    if (known.isEmpty() && !time) {
      return wrong(
          token,
          "there is no key " + shown(key),
          "use one of " + keys() + ", a figure as in p99>20ms, or put it all in quotes");
    }
    if (value.isEmpty()) {
      return wrong(token, key + " has no value", "write it as " + key + ":VALUE, without a space");
    }
    return time ? time(token, key, value) : known(token, known.orElseThrow(), value);
  }

  private Parsed<Term> known(Matcher token, Key key, String value) {
    List<String> words =
        switch (key) {
          case STATE -> of.states();
          case OUTCOME -> of.outcomes();
          case TAG, FOLDER, CLASS, TARGET, DEFINITION, STUDY -> List.of(value);
        };
    return words.contains(value)
        ? new Parsed.Value<>(new Has(key, value))
        : wrong(
            token, shown(value) + " is no " + key.word(), "use one of " + String.join(", ", words));
  }

  private Parsed<Term> time(Matcher token, String key, String value) {
    Optional<Instant> at = instant(value);
    return at.isPresent()
        ? new Parsed.Value<>(key.equals(SINCE) ? new Since(at.get()) : new Until(at.get()))
        : wrong(
            token,
            shown(value) + " is no time",
            "write a day as 2026-01-31, an instant as 2026-01-31T18:00:00Z, or how long ago as 7d");
  }

  private Optional<Instant> instant(String value) {
    try {
      if (value.matches("\\d{4}-\\d\\d-\\d\\d")) {
        return Optional.of(LocalDate.parse(value).atStartOfDay(ZoneOffset.UTC).toInstant());
      }
      return value.contains("T")
          ? Optional.of(Instant.parse(value))
          : Spans.parse(value).map(now::minus);
    } catch (DateTimeParseException _) {
      return Optional.empty();
    }
  }

  private Parsed<Term> figure(Matcher token, String text) {
    if (of != Of.JOB) {
      return wrong(
          token,
          "figures are those of jobs",
          "leave it out, or ask for the jobs of a " + of.name().toLowerCase(Locale.ROOT));
    }
    return switch (ThresholdText.read(text, "write it as p99>20ms")) {
      case Parsed.Wrong<Threshold>(Problem problem) -> wrong(token, problem.what(), problem.mend());
      case Parsed.Value<Threshold>(Threshold limit) -> {
        Optional<RunFigure> figure =
            RunFigure.of(limit.figure())
                .filter(one -> ResultFigures.ids().anyMatch(one.id()::equals));
        yield figure.isEmpty() || limit.part().isPresent()
            ? wrong(
                token,
                shown(limit.subject()) + " is not kept of each job",
                "use one of " + ResultFigures.ids().collect(Collectors.joining(", ")))
            : new Parsed.Value<>(
                new Figure(figure.get().id(), limit.sign(), limit.limitIn(figure.get().unit())));
      }
    };
  }

  private String keys() {
    return Stream.concat(Key.of(of).map(Key::word), Stream.of(SINCE, UNTIL))
        .collect(Collectors.joining(", "));
  }

  private static Parsed<Term> wrong(Matcher token, String what, String mend) {
    return new Parsed.Wrong<>(Problem.wrong("query, character " + (token.start() + 1), what, mend));
  }

  private static String shown(String text) {
    return '"' + PlainText.line(text, SHOWN) + '"';
  }
}
