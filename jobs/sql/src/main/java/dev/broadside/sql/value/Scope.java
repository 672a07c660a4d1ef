package dev.broadside.sql.value;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The names that an expression may use, and the numbers of their values in a [Frame].
///
/// All scopes of one file share the numbers; which names are known at a place is each one's own.
public final class Scope {
  private final Map<String, Integer> slots;
  private final List<Frame.StateMaker> makers;
  private final Set<String> known;
  private final Set<String> constants;
  private final Set<String> asked;
  private final Names names;

  /// Names in a file that are not values.
  ///
  /// @param samples the samples of columns
  /// @param queues the threads' own queues
  public record Names(Set<String> samples, Set<String> queues) {
    public static final Names NONE = new Names(Set.of(), Set.of());
  }

  private Scope(
      Map<String, Integer> slots,
      List<Frame.StateMaker> makers,
      Set<String> known,
      Set<String> constants,
      Set<String> asked,
      Names names) {
    this.slots = slots;
    this.makers = makers;
    this.known = known;
    this.constants = constants;
    this.asked = asked;
    this.names = names;
  }

  /// A scope without names.
  public static Scope empty(Names names) {
    return new Scope(
        new LinkedHashMap<>(),
        new ArrayList<>(),
        new HashSet<>(),
        new HashSet<>(),
        new HashSet<>(),
        names);
  }

  /// A copy of this scope: names declared in it are not known here.
  public Scope inner() {
    return new Scope(slots, makers, new HashSet<>(known), constants, asked, names);
  }

  /// As [#inner], with generators and constants of its own.
  public Scope apart() {
    return new Scope(
        slots, new ArrayList<>(), new HashSet<>(known), new HashSet<>(constants), asked, names);
  }

  /// Makes a name known.
  ///
  /// @return the number of its value
  public int declare(String name) {
    known.add(name);
    return slots.computeIfAbsent(name, _ -> slots.size());
  }

  /// Makes a name known whose value stays the same from the preparation on.
  public int declareConstant(String name) {
    constants.add(name);
    return declare(name);
  }

  /// The number of a known name's value.
  public Optional<Integer> find(String name) {
    asked.add(name);
    return known.contains(name) ? Optional.ofNullable(slots.get(name)) : Optional.empty();
  }

  /// Every name that was looked for, in any scope of the file.
  public Set<String> asked() {
    return asked;
  }

  public boolean constant(String name) {
    return constants.contains(name);
  }

  /// Makes everything known that another scope of the file knows.
  public void include(Scope other) {
    known.addAll(other.known);
  }

  public Set<String> known() {
    Set<String> names = new TreeSet<>(known);
    // Slots that are not values, such as samples, have a blank in their names.
    names.removeIf(name -> name.contains(" "));
    return names;
  }

  public Names names() {
    return names;
  }

  public int size() {
    return slots.size();
  }

  /// Registers a state that is made for each thread when it opens.
  ///
  /// @return the number by which the frame knows it
  public int keep(Frame.StateMaker maker) {
    makers.add(maker);
    return makers.size() - 1;
  }

  public List<Frame.StateMaker> makers() {
    return makers;
  }
}
