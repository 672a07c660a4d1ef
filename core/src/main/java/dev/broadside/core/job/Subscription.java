package dev.broadside.core.job;

import dev.broadside.core.param.CommaList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A channel that is notified of some events of a job: `ops`, or `ops:failed+changed`.
///
/// @param channel one that the server's configuration names
/// @param events never empty
public record Subscription(String channel, Set<Event> events) {
  public static final String FORM =
      "give names of channels, such as ops or ops:failed+changed, of "
          + Arrays.stream(Event.values()).map(Event::word).collect(Collectors.joining(", "));

  private static final int MOST = 10;

  /// The events of a subscription that names none.
  private static final Set<Event> USUAL = Set.of(Event.ENDED, Event.CHANGED, Event.WAITING);

  private static final Pattern CHANNEL = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  /// What a channel can be notified of.
  public enum Event {
    /// The job has ended, well or not.
    ENDED,
    /// The job has ended badly: it failed or was lost, its audit does not balance, or it broke a
    /// threshold.
    FAILED,
    /// The job's result shows that results of its definition have changed for better or worse.
    CHANGED,
    /// The job has waited longer than the server's operator allows.
    WAITING;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Subscription {
    events = Set.copyOf(events);
  }

  /// Whether the channel is notified of an event. A subscription of every end includes bad ends.
  public boolean wants(Event event) {
    return events.contains(event);
  }

  /// Reads subscriptions; empty if the text is wrong.
  public static Optional<List<Subscription>> all(String text) {
    List<Subscription> all = new ArrayList<>();
    for (String part : CommaList.parts(text)) {
      Optional<Subscription> one = one(part);
      if (one.isEmpty() || all.size() == MOST) {
        return Optional.empty();
      }
      all.add(one.get());
    }
    return Optional.of(List.copyOf(all));
  }

  private static Optional<Subscription> one(String text) {
    int colon = text.indexOf(':');
    String channel = colon < 0 ? text : text.substring(0, colon);
    if (!CHANNEL.matcher(channel).matches()) {
      return Optional.empty();
    }
    Set<Event> events = USUAL;
    if (colon >= 0) {
      events = EnumSet.noneOf(Event.class);
      for (String word : List.of(text.substring(colon + 1).split("\\+", -1))) {
        Optional<Event> event =
            Arrays.stream(Event.values()).filter(known -> known.word().equals(word)).findFirst();
        if (event.isEmpty()) {
          return Optional.empty();
        }
        events.add(event.get());
      }
    }
    return Optional.of(new Subscription(channel, events));
  }

  /// The text of subscriptions, which can be read again.
  public static String text(List<Subscription> all) {
    return CommaList.joined(all.stream().map(Subscription::text).toList());
  }

  /// As people write it: `ops:failed+changed`.
  public String text() {
    return events.equals(USUAL)
        ? channel
        : events.stream()
            .sorted()
            .map(Event::word)
            .collect(Collectors.joining("+", channel + ":", ""));
  }
}
