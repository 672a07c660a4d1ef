package dev.broadside.sql.value;

import dev.broadside.kit.draw.KeyDistribution;
import dev.broadside.sql.value.Functions.Call;
import dev.broadside.sql.value.Functions.Function;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;

/// The functions of a YAML job class that draw numbers, texts and dates.
final class Draws {
  static final int LONGEST_TEXT = 10_000;
  private static final double ZIPFIAN_EXPONENT = 0.8;
  private static final double PARETO_SHARE = 0.2;
  private static final int MANY = 100;

  private Draws() {}

  static Functions functions() {
    return Functions.of(
        List.of(
            Function.drawing("uniform(low, high)", 2, 2, Draws::uniform),
            Function.drawing("zipfian(low, high, exponent)", 2, 3, Draws::zipfian),
            Function.drawing("gaussian(low, high)", 2, 2, call -> keys(call, "gaussian")),
            Function.drawing("hot(low, high)", 2, 2, call -> keys(call, "hot-window")),
            Function.drawing("special(low, high)", 2, 2, call -> keys(call, "special")),
            Function.drawing("pareto(low, high)", 2, 2, call -> keys(call, "pareto")),
            Function.drawing("draw(distribution, low, high)", 3, 3, Draws::named),
            Function.drawing("exponential(mean)", 1, 1, Draws::exponential),
            Function.drawing("own(low, high)", 2, 2, Draws::own),
            Function.drawing("sequence(start)", 1, 1, Draws::sequence),
            Function.drawing("chance(percent)", 1, 1, Draws::chance),
            Function.drawing("choice(a, b, ...)", 1, MANY, Draws::choice),
            Function.drawing("weighted(weight, value, ...)", 2, MANY, Draws::weighted),
            Function.drawing("letters(length, longest)", 1, 2, call -> characters(call, 'a', 26)),
            Function.drawing("digits(length, longest)", 1, 2, call -> characters(call, '0', 10)),
            Function.drawing("groups(count)", 1, 1, Draws::groups),
            Function.drawing("uuid()", 0, 0, _ -> frame -> frame.left(uuid(frame.random()))),
            Function.between("date(first, last)", Draws::date),
            Function.between("timestamp(first, last)", Draws::timestamp),
            Function.ofName("sample(name)", Draws::sample)));
  }

  private static long low(Call call, int at, Frame frame) {
    return call.at(at).whole(frame);
  }

  /// How many whole numbers there are between two constants.
  private static long count(Call call, int at, Frame frame) {
    long low = low(call, at, frame);
    long high = call.at(at + 1).whole(frame);
    if (high < low) {
      throw empty(call.name(), low, high);
    }
    return Math.addExact(Math.subtractExact(high, low), 1);
  }

  private static ArithmeticException empty(String name, Object low, Object high) {
    return new ArithmeticException(
        name + " has nothing to draw from: " + high + " is less than " + low);
  }

  /// A whole number between whole bounds, else a decimal.
  private static Expression uniform(Call call) {
    Expression low = call.at(0);
    Expression high = call.at(1);
    return frame -> {
      byte a = low.eval(frame);
      long first = frame.whole();
      double firstDecimal = Expression.decimalOf(a, frame);
      byte b = high.eval(frame);
      if (a == ValueKind.WHOLE && b == ValueKind.WHOLE) {
        return frame.left(uniform(first, frame.whole(), frame.random()));
      }
      double width = Expression.decimalOf(b, frame) - firstDecimal;
      if (width < 0) {
        throw empty("uniform", firstDecimal, firstDecimal + width);
      }
      return frame.left(firstDecimal + frame.random().nextDouble() * width);
    };
  }

  static long uniform(long low, long high, RandomGenerator random) {
    if (high < low) {
      throw empty("uniform", low, high);
    }
    return high == Long.MAX_VALUE ? random.nextLong(low, high) : random.nextLong(low, high + 1);
  }

  private static Expression zipfian(Call call) throws ExpressionError {
    call.requireConstants(0);
    return drawn(
        call,
        0,
        frame ->
            new KeyDistribution.Zipfian(
                count(call, 0, frame),
                call.size() > 2 ? call.at(2).decimal(frame) : ZIPFIAN_EXPONENT));
  }

  private static Expression keys(Call call, String distribution) throws ExpressionError {
    call.requireConstants(0);
    return drawn(call, 0, frame -> keys(distribution, count(call, 0, frame)));
  }

  /// The distribution is chosen by a parameter.
  private static Expression named(Call call) throws ExpressionError {
    call.requireConstants(0);
    return drawn(call, 1, frame -> keys(call.at(0).text(frame), count(call, 1, frame)));
  }

  private static KeyDistribution keys(String distribution, long size) {
    return switch (distribution) {
      case "uniform" -> new KeyDistribution.Uniform(size);
      case "zipfian" -> new KeyDistribution.Zipfian(size, ZIPFIAN_EXPONENT);
      case "gaussian" -> new KeyDistribution.Gaussian(size);
      case "hot-window" -> new KeyDistribution.HotWindow(size);
      case "special" -> new KeyDistribution.Special(size, 12, 1, 75);
      case "pareto" -> new KeyDistribution.Pareto(size, PARETO_SHARE);
      default ->
          throw new ArithmeticException(
              "there is no distribution \"%s\": use uniform, zipfian, gaussian, hot-window, special or pareto"
                  .formatted(distribution));
    };
  }

  /// A distribution and the lowest key.
  private record Drawn(KeyDistribution keys, long low) {}

  /// Its distribution is made once, when a thread opens.
  ///
  /// @param at the index of the lower bound among the arguments
  private static Expression drawn(Call call, int at, Distribution distribution) {
    int state =
        call.scope().keep(frame -> new Drawn(distribution.make(frame), low(call, at, frame)));
    return frame -> {
      Drawn drawn = frame.state(state);
      return frame.left(drawn.low + drawn.keys.next(frame.random()));
    };
  }

  @FunctionalInterface
  private interface Distribution {
    KeyDistribution make(Frame frame);
  }

  private static Expression exponential(Call call) {
    return frame -> {
      double mean = call.at(0).decimal(frame);
      return frame.left(-mean * Math.log(1 - frame.random().nextDouble()));
    };
  }

  /// Draws from the numbers that belong to this thread alone: each thread has an equal slice.
  private static Expression own(Call call) throws ExpressionError {
    call.requireConstants(0);
    int thread = call.scope().find("thread").orElseThrow();
    int threads = call.scope().find("threads").orElseThrow();
    int state =
        call.scope()
            .keep(frame -> {
              long low = low(call, 0, frame);
              long count = count(call, 0, frame);
              frame.load(threads);
              long all = frame.whole();
              frame.load(thread);
              long mine = frame.whole();
              long first = count * mine / all;
              long end = count * (mine + 1) / all;
              if (first == end) {
                throw new ArithmeticException(
                    "%,d numbers are too few for %,d threads".formatted(count, all));
              }
              return new long[] {low + first, low + end - 1};
            });
    return frame -> {
      long[] slice = frame.state(state);
      return frame.left(uniform(slice[0], slice[1], frame.random()));
    };
  }

  private static Expression sequence(Call call) throws ExpressionError {
    call.requireConstants(0);
    int thread = call.scope().find("thread").orElseThrow();
    int threads = call.scope().find("threads").orElseThrow();
    int state =
        call.scope()
            .keep(frame -> {
              long start = call.at(0).whole(frame);
              frame.load(threads);
              int all = (int) frame.whole();
              frame.load(thread);
              return new Sequence(start, (int) frame.whole(), all);
            });
    return frame -> frame.left(frame.<Sequence>state(state).next());
  }

  private static Expression chance(Call call) {
    return frame -> {
      double percent = call.at(0).decimal(frame);
      return frame.left(frame.random().nextDouble() * 100 < percent);
    };
  }

  private static Expression choice(Call call) {
    Expression[] values = call.expressions();
    return frame -> values[(int) (frame.random().nextDouble() * values.length)].eval(frame);
  }

  private static Expression weighted(Call call) throws ExpressionError {
    if (call.size() % 2 != 0) {
      throw new ExpressionError(
          call.offset(), "a weight has no value", "write weighted(3, 'a', 1, 'b')");
    }
    Expression[] pairs = call.expressions();
    return frame -> {
      double sum = 0;
      for (int i = 0; i < pairs.length; i += 2) {
        sum += pairs[i].decimal(frame);
      }
      double left = frame.random().nextDouble() * sum;
      int at = 0;
      for (int i = 0; i < pairs.length - 2; i += 2) {
        left -= pairs[i].decimal(frame);
        if (left < 0) {
          break;
        }
        at = i + 2;
      }
      return pairs[at + 1].eval(frame);
    };
  }

  /// Characters from a range of the alphabet; with two lengths, a drawn number of them.
  private static Expression characters(Call call, char first, int count) {
    Expression longest = call.at(call.size() - 1);
    return frame -> {
      RandomGenerator random = frame.random();
      long least = call.at(0).whole(frame);
      long length = call.size() == 1 ? least : uniform(least, longest.whole(frame), random);
      if (length < 0 || length > LONGEST_TEXT) {
        throw new ArithmeticException(
            "a text of " + length + " characters cannot be drawn: the most is " + LONGEST_TEXT);
      }
      char[] text = frame.letters();
      for (int i = 0; i < length; i++) {
        text[i] = (char) (first + random.nextInt(count));
      }
      return frame.left(new String(text, 0, (int) length));
    };
  }

  private static Expression groups(Call call) {
    return frame -> {
      int groups = Math.clamp(call.at(0).whole(frame), 1, 10);
      return frame.left(frame.digits().groups(groups, frame.random()));
    };
  }

  /// A random UUID (version 4).
  private static String uuid(RandomGenerator random) {
    long high = (random.nextLong() & 0xFFFF_FFFF_FFFF_0FFFL) | 0x4000L;
    long low = (random.nextLong() >>> 2) | 0x8000_0000_0000_0000L;
    return new UUID(high, low).toString();
  }

  private static Expression date(Call call) throws ExpressionError {
    check(call, LocalDate::parse, "date", "'2026-01-31'");
    if (call.size() == 1) {
      return frame -> read(call.at(0).text(frame), LocalDate::parse, frame);
    }
    call.requireConstants(0);
    int state =
        call.scope()
            .keep(frame ->
                days(
                    LocalDate.parse(call.at(0).text(frame)),
                    LocalDate.parse(call.at(1).text(frame))));
    return frame -> {
      long[] days = frame.state(state);
      return frame.leftObject(LocalDate.ofEpochDay(uniform(days[0], days[1], frame.random())));
    };
  }

  private static byte read(
      String text, java.util.function.Function<String, Object> parse, Frame frame) {
    try {
      return frame.leftObject(parse.apply(text));
    } catch (DateTimeParseException _) {
      throw new ArithmeticException("\"" + text + "\" is not a date");
    }
  }

  private static long[] days(LocalDate first, LocalDate last) {
    return new long[] {first.toEpochDay(), last.toEpochDay()};
  }

  private static Expression timestamp(Call call) throws ExpressionError {
    check(call, LocalDateTime::parse, "timestamp", "'2026-01-31T23:59:59'");
    if (call.size() == 1) {
      return frame -> read(call.at(0).text(frame), LocalDateTime::parse, frame);
    }
    call.requireConstants(0);
    int state =
        call.scope()
            .keep(frame ->
                new long[] {seconds(call.at(0).text(frame)), seconds(call.at(1).text(frame))});
    return frame -> {
      long[] seconds = frame.state(state);
      RandomGenerator random = frame.random();
      return frame.leftObject(
          LocalDateTime.ofEpochSecond(
              uniform(seconds[0], seconds[1], random),
              random.nextInt(1_000) * 1_000_000,
              java.time.ZoneOffset.UTC));
    };
  }

  private static long seconds(String text) {
    return LocalDateTime.parse(text).toEpochSecond(java.time.ZoneOffset.UTC);
  }

  /// Refuses quoted texts that are no dates before anything runs.
  private static void check(
      Call call, java.util.function.Consumer<String> parse, String what, String example)
      throws ExpressionError {
    for (Functions.Argument argument : call.arguments()) {
      try {
        if (!argument.literal().isEmpty()) {
          parse.accept(argument.literal());
        }
      } catch (DateTimeParseException _) {
        throw new ExpressionError(
            argument.offset(), "it is not a " + what, "write it as " + example);
      }
    }
  }

  private static Expression sample(Call call) throws ExpressionError {
    String name = call.requireName(call.scope().names().samples(), "sample");
    int slot = call.scope().find(Samples.slot(name)).orElseThrow();
    return frame -> {
      frame.load(slot);
      return ((Samples) frame.object()).draw(frame);
    };
  }

  /// Whole numbers that come once over all threads of the job: of n threads, each takes every n-th
  /// number. A repetition of an iteration takes the same numbers again. For one thread.
  private static final class Sequence implements Frame.Repeatable {
    private final int step;
    private long next;
    private long nextAtBegin;

    public Sequence(long start, int thread, int threads) {
      this.step = threads;
      this.next = start + thread;
      this.nextAtBegin = next;
    }

    public long next() {
      long now = next;
      next += step;
      return now;
    }

    @Override
    public void begin(int attempt) {
      if (attempt == 0) {
        nextAtBegin = next;
      } else {
        next = nextAtBegin;
      }
    }
  }
}
