package dev.broadside.core.search;

import dev.broadside.core.figures.Measure;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Spans;
import dev.broadside.core.param.Suggestions;
import dev.broadside.core.search.JobQuery.All;
import dev.broadside.core.search.JobQuery.Any;
import dev.broadside.core.search.JobQuery.Figure;
import dev.broadside.core.search.JobQuery.Has;
import dev.broadside.core.search.JobQuery.Key;
import dev.broadside.core.search.JobQuery.Not;
import dev.broadside.core.search.JobQuery.Since;
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
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Reads queries: `soak (tag:best OR tag:good) NOT folder:nightly since:7d p99 > 20ms`. Terms side
/// by side must all hold, and bind more closely than OR. Text with a space or a bracket needs
/// quotes. `*` selects everything. For one thread.
public final class JobQueryText {
  /// The longest query.
  public static final int LONGEST = 1_000;

  private static final String EVERYTHING = "*";
  private static final String AND = "AND";
  private static final String OR = "OR";
  private static final String NOT = "NOT";
  private static final String OPEN = "(";
  private static final String CLOSE = ")";
  private static final int MOST_TERMS = 20;
  private static final int SHOWN = 60;
  private static final String SINCE = "since";
  private static final String UNTIL = "until";
  private static final String QUOTED = ", or put it in quotes to search for the text";
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<mark>[()]|(?:AND|OR|NOT)(?![^\\s()\"]))"
              + "|(?<figure>[^\\s\"<>:=()]+(?:\\([^\\s\"<>()]*\\))?\\s*[<>]=?\\s*"
              + "(?:\\d[\\d.]*\\s*(?:us|µs|ms|s|m|%|tx/s|k/s|/s)(?![^\\s)])|[^\\s\"()]*))"
              + "|(?<key>[^\\s\":<>()]+):(?:\"(?<quoted>[^\"]*)\"|(?<plain>[^\\s\"()]*))"
              + "|\"(?<words>[^\"]*)\"|(?<word>[^\\s()]+)");

  private final WorkKind of;
  private final Instant now;
  private final List<MatchResult> tokens;
  private int next;
  private int terms;
  private Optional<Problem> problem = Optional.empty();

  private JobQueryText(List<MatchResult> tokens, WorkKind of, Instant now) {
    this.tokens = tokens;
    this.of = of;
    this.now = now;
  }

  /// Reads a query.
  ///
  /// @param of the kind of work that is searched
  /// @param now the time from which `since:7d` counts
  public static Parsed<JobQuery> read(String text, WorkKind of, Instant now) {
    if (text.length() > LONGEST) {
      return tooLong(LONGEST + " characters");
    }
    List<MatchResult> tokens = TOKEN.matcher(text).results().toList();
    return tokens.isEmpty()
        ? new Parsed.Value<>(JobQuery.EVERYTHING)
        : new JobQueryText(tokens, of, now).read();
  }

  private Parsed<JobQuery> read() {
    JobQuery query = any();
    if (next < tokens.size()) {
      wrong(tokens.get(next), "a bracket is closed that was not opened", "leave it out" + QUOTED);
    }
    return problem.isPresent()
        ? new Parsed.Wrong<>(problem.get())
        : terms > MOST_TERMS ? tooLong(MOST_TERMS + " terms") : new Parsed.Value<>(query);
  }

  private static Parsed<JobQuery> tooLong(String most) {
    return new Parsed.Wrong<>(
        Problem.wrong("query", "it has more than " + most, "ask for less at once"));
  }

  private JobQuery any() {
    List<JobQuery> ways = new ArrayList<>(List.of(all()));
    while (at(OR)) {
      MatchResult or = tokens.get(next++);
      ways.add(all());
      refuseDeleted(or, ways);
    }
    return ways.size() == 1 ? ways.getFirst() : new Any(ways);
  }

  private JobQuery all() {
    List<JobQuery> parts = new ArrayList<>(List.of(one()));
    while (next < tokens.size() && !at(OR) && !at(CLOSE)) {
      next += at(AND) ? 1 : 0;
      parts.add(one());
    }
    return parts.size() == 1 ? parts.getFirst() : new All(parts);
  }

  private JobQuery one() {
    if (next == tokens.size() || at(OR) || at(AND) || at(CLOSE)) {
      return missing();
    }
    MatchResult token = tokens.get(next++);
    return switch (mark(token)) {
      case NOT -> {
        JobQuery part = one();
        refuseDeleted(token, List.of(part));
        yield new Not(part);
      }
      case OPEN -> bracketed(token);
      default -> {
        terms++;
        yield term(token);
      }
    };
  }

  private JobQuery bracketed(MatchResult open) {
    JobQuery query = any();
    if (!at(CLOSE)) {
      return wrong(open, "a bracket is opened and not closed", "close it" + QUOTED);
    }
    next++;
    return query;
  }

  /// A term is missing.
  private JobQuery missing() {
    String side = next == 0 ? "before" : "after";
    MatchResult token = tokens.get(Math.max(0, next - 1));
    return wrong(
        token,
        "there is no term " + side + " " + shown(token.group()),
        "put a term there, or write it in quotes if you look for the text itself");
  }

  private void refuseDeleted(MatchResult token, List<JobQuery> parts) {
    if (parts.stream().anyMatch(JobQuery::ofDeleted)) {
      wrong(
          token,
          "what is deleted is only listed by itself",
          "take state:deleted out of " + mark(token) + ", and put it before everything else");
    }
  }

  private boolean at(String mark) {
    return next < tokens.size() && mark(tokens.get(next)).equals(mark);
  }

  /// The operator or bracket; an empty text for a term.
  private static String mark(MatchResult token) {
    return Optional.ofNullable(token.group("mark")).orElse("");
  }

  private JobQuery term(MatchResult token) {
    String plain = token.group().replaceAll("\"[^\"]*\"", "");
    if (plain.equals(EVERYTHING)) {
      return JobQuery.EVERYTHING;
    }
    if (plain.contains("\"") || (token.group("word") + "").contains("\"")) {
      return wrong(
          token, "it has a quotation mark without its other one", "close it, or leave it out");
    }
    Optional<String> mend = meant(plain);
    if (mend.isPresent()) {
      return wrong(
          token, shown(token.group()) + " looks like an operator but is not one", mend.get());
    }
    if (token.group("figure") instanceof String figure) {
      return figure(token, figure);
    }
    if (token.group("key") instanceof String key) {
      String value =
          Optional.ofNullable(token.group("quoted"))
              .or(() -> Optional.ofNullable(token.group("plain")))
              .orElse("");
      // People write folders with a slash at the end; names of folders have none.
      boolean folder = key.equals(Key.FOLDER.word());
      return keyed(token, key, folder ? value.replaceAll("^/+|/+$", "") : value);
    }
    String words =
        Optional.ofNullable(token.group("words"))
            .or(() -> Optional.ofNullable(token.group("word")))
            .orElse("");
    return words.isEmpty()
        ? wrong(token, "there is nothing in the quotes", "write * for all")
        : new Words(words.toLowerCase(Locale.ROOT));
  }

  /// What to write instead of an operator of another query language.
  ///
  /// @param text without its quoted parts
  private Optional<String> meant(String text) {
    String before = text.split("!?=", 2)[0];
    boolean equal = text.contains("=") && !text.matches("[^=]*[<>]=[^=]*");
    String mend =
        switch (text) {
          case String word when word.matches("(?i)and|or|not") ->
              "write " + word.toUpperCase(Locale.ROOT) + " in capitals";
          case String word when word.matches("[-!~].*") -> "write NOT before a term";
          case String word when word.matches("[&+].*") -> "leave it out: all terms must hold";
          case String word when word.contains("|") -> "write OR between two terms";
          case String word when word.contains("*") ->
              "leave the * out: a word is found anywhere in a text";
          case String word when word.matches("[^:<>]+:[^:]*,.*|.*[,;]") ->
              "separate terms by spaces, as in tag:a OR tag:b";
          case String _ when equal && ids().anyMatch(before::equals) ->
              "compare a figure by < <= > or >=, as in errors<=0%";
          case String _ when equal && keys().anyMatch(before::equals) ->
              "write it as " + (text.contains("!") ? "NOT " : "") + before + ":VALUE";
          case String word when word.matches("[<>=].*") ->
              "put a figure before it, without a space, as in p99>20ms";
          default -> "";
        };
    return Optional.of(mend)
        .filter(some -> !some.isEmpty())
        .map(some -> some + ", or put it in quotes to search for the word");
  }

  private JobQuery keyed(MatchResult token, String key, String value) {
    Optional<Key> known = Key.of(of).filter(one -> one.word().equals(key)).findFirst();
    boolean time = key.equals(SINCE) || key.equals(UNTIL);
    if (known.isEmpty() && !time) {
      return wrong(
          token,
          "there is no key " + shown(key),
          "use one of "
              + keys().collect(Collectors.joining(", "))
              + ", a figure as in p99>20ms"
              + QUOTED);
    }
    if (value.isEmpty()) {
      return wrong(token, key + " has no value", "write it as " + key + ":VALUE, without a space");
    }
    return time ? time(token, key, value) : known(token, known.orElseThrow(), value);
  }

  private JobQuery known(MatchResult token, Key key, String value) {
    List<String> words =
        switch (key) {
          case STATE -> of.states();
          case OUTCOME -> of.outcomes();
          case TAG, FOLDER, CLASS, TARGET, DEFINITION, STUDY -> List.of(value);
        };
    return words.contains(value)
        ? new Has(key, value)
        : wrong(token, shown(value) + " is no " + key.word(), Suggestions.oneOf(words));
  }

  private JobQuery time(MatchResult token, String key, String value) {
    Optional<Instant> at = instant(value);
    return at.isPresent()
        ? key.equals(SINCE) ? new Since(at.get()) : new Until(at.get())
        : wrong(
            token,
            shown(value) + " is not a time",
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

  private JobQuery figure(MatchResult token, String text) {
    if (of != WorkKind.JOB) {
      return wrong(
          token,
          "figures are those of jobs",
          "leave it out, or ask for the jobs of a " + of.name().toLowerCase(Locale.ROOT));
    }
    return switch (ThresholdText.read(text, "write it as p99>20ms")) {
      case Parsed.Wrong<Threshold>(Problem wrong) -> wrong(token, wrong.what(), wrong.mend());
      case Parsed.Value<Threshold>(Threshold limit) -> {
        Optional<Measure> figure =
            Measure.of(limit.figure()).filter(one -> ids().anyMatch(one.id()::equals));
        yield figure.isEmpty() || limit.part().isPresent()
            ? wrong(
                token,
                shown(limit.subject()) + " is not kept of each job",
                "use one of " + ids().collect(Collectors.joining(", ")))
            : new Figure(figure.get().id(), limit.sign(), limit.limitIn(figure.get().unit()));
      }
    };
  }

  /// The measures in the result of each job.
  private static Stream<String> ids() {
    return Measure.ALL.stream().filter(one -> !one.equals(Measure.CONNECTIONS)).map(Measure::id);
  }

  private Stream<String> keys() {
    return Stream.concat(Key.of(of).map(Key::word), Stream.of(SINCE, UNTIL));
  }

  /// Keeps the first problem, and stops reading.
  private JobQuery wrong(MatchResult token, String what, String mend) {
    if (problem.isEmpty()) {
      problem = Optional.of(Problem.wrong("query, character " + (token.start() + 1), what, mend));
    }
    next = tokens.size();
    return JobQuery.EVERYTHING;
  }

  private static String shown(String text) {
    return '"' + PlainText.line(text, SHOWN) + '"';
  }
}
