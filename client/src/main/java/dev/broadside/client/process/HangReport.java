package dev.broadside.client.process;

import dev.broadside.client.engine.LoadEngine.Unended;
import dev.broadside.core.load.Counted;
import dev.broadside.core.run.LastWords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Tells of load threads that do not end what they are doing, before the worker is killed for it:
/// their stacks, each once however many threads have it, and at the end one sentence for the
/// reason, by [LastWords].
///
/// @param lines bounded in number and length
record HangReport(List<String> lines) {
  private static final int MOST_STACKS = 3;
  private static final int MOST_FRAMES = 12;
  private static final int MOST_NAMES = 8;

  /// Threads that are at the same place.
  private record Place(String operation, List<StackTraceElement> stack) {}

  /// @param all how many load threads the worker has
  static HangReport of(List<Unended> threads, int all) {
    Map<Place, List<Unended>> places = new LinkedHashMap<>();
    for (Unended one : threads) {
      List<StackTraceElement> stack = Arrays.asList(one.thread().getStackTrace());
      places.computeIfAbsent(new Place(one.operation(), stack), _ -> new ArrayList<>()).add(one);
    }
    List<String> lines = new ArrayList<>();
    places.entrySet().stream()
        .sorted(Comparator.comparingInt(one -> -one.getValue().size()))
        .limit(MOST_STACKS)
        .forEach(one -> lines.addAll(stack(one.getKey(), one.getValue())));
    if (places.size() > MOST_STACKS) {
      lines.add("(" + (places.size() - MOST_STACKS) + " other places left out)");
    }
    lines.add(LastWords.HANGS.line(sentence(threads, all)));
    return new HangReport(List.copyOf(lines));
  }

  private static List<String> stack(Place place, List<Unended> threads) {
    List<String> lines = new ArrayList<>();
    String names =
        threads.stream()
            .limit(MOST_NAMES)
            .map(one -> one.thread().getName())
            .collect(Collectors.joining(", "));
    String more = threads.size() > MOST_NAMES ? " and " + (threads.size() - MOST_NAMES) : "";
    lines.add(names + more + ": " + doing(place.operation(), least(threads), threads.size() == 1));
    place.stack().stream().limit(MOST_FRAMES).map(frame -> "    at " + frame).forEach(lines::add);
    return lines;
  }

  private static String sentence(List<Unended> threads, int all) {
    List<Unended> most =
        threads.stream().collect(Collectors.groupingBy(Unended::operation)).values().stream()
            .max(Comparator.comparingInt(List::size))
            .orElseThrow();
    String operation = most.getFirst().operation();
    String count = most.size() + " of " + Counted.of(all, "load thread");
    return count
        + (most.size() == 1 ? " has been " : " have been ")
        + doing(operation, least(most), most.size() == 1)
        + (operation.isEmpty() ? place(most).map(frame -> ", at " + frame).orElse("") : "");
  }

  private static String doing(String operation, Duration age, boolean one) {
    String where =
        operation.isEmpty()
            ? one ? "in its iteration" : "in their iteration"
            : "in `" + operation + "`";
    return age.isZero() ? "between two iterations" : where + " for " + age.toSeconds() + " s";
  }

  /// For so long all of them have been there.
  private static Duration least(List<Unended> threads) {
    return threads.stream().map(Unended::age).min(Comparator.naturalOrder()).orElseThrow();
  }

  /// The innermost frame that is not the JDK's.
  private static Optional<StackTraceElement> place(List<Unended> threads) {
    return Arrays.stream(threads.getFirst().thread().getStackTrace())
        .filter(frame -> frame.getModuleName() == null)
        .findFirst();
  }
}
