package dev.broadside.server.exchange;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;

/// Decides which connections are closed when there are too many. Safe for use by several threads.
///
/// A connection is a stranger until its client has authenticated. Strangers share a part of the
/// room, and each address a part of that; when it is full, the oldest stranger of the address with
/// the most strangers is closed. So a new client always gets in, has as long to authenticate as it
/// takes to fill the room again, and stays once it has authenticated.
///
/// @param <C> a connection
public final class Connections<C> {
  private final Limits limits;
  private final Map<C, String> all = new HashMap<>();
  private final Map<String, SequencedSet<C>> strangers = new LinkedHashMap<>();
  private int strange;

  /// How many connections there may be.
  ///
  /// @param all in total
  /// @param strangers that have proved nothing
  /// @param strangersOfOne of those from one address
  public record Limits(int all, int strangers, int strangersOfOne) {}

  public Connections(Limits limits) {
    this.limits = limits;
  }

  /// Takes a connection in.
  ///
  /// @param address where it comes from; those who share one share its room
  /// @return the connection that has to be closed for it, which may be itself
  public synchronized Optional<C> opened(C connection, String address) {
    if (all.size() >= limits.all() && strange == 0) {
      return Optional.of(connection);
    }
    all.put(connection, address);
    SequencedSet<C> ofAddress = strangers.computeIfAbsent(address, _ -> new LinkedHashSet<>());
    ofAddress.add(connection);
    strange++;
    if (ofAddress.size() > limits.strangersOfOne()) {
      return Optional.of(removeOldest(ofAddress));
    }
    boolean full = all.size() > limits.all() || strange > limits.strangers();
    return full ? Optional.of(removeOldest(largest())) : Optional.empty();
  }

  private SequencedSet<C> largest() {
    SequencedSet<C> largest = new LinkedHashSet<>();
    for (SequencedSet<C> ofAddress : strangers.values()) {
      largest = ofAddress.size() > largest.size() ? ofAddress : largest;
    }
    return largest;
  }

  private C removeOldest(SequencedSet<C> ofAddress) {
    C oldest = ofAddress.getFirst();
    closed(oldest);
    return oldest;
  }

  /// A client has authenticated over a connection.
  public synchronized void proven(C connection) {
    if (all.get(connection) instanceof String address) {
      noStranger(connection, address);
    }
  }

  /// A connection is closed; harmless if it is unknown.
  public synchronized void closed(C connection) {
    if (all.remove(connection) instanceof String address) {
      noStranger(connection, address);
    }
  }

  private void noStranger(C connection, String address) {
    if (strangers.get(address) instanceof SequencedSet<C> ofAddress
        && ofAddress.remove(connection)) {
      strange--;
      if (ofAddress.isEmpty()) {
        strangers.remove(address);
      }
    }
  }

  synchronized int size() {
    return all.size();
  }
}
