package dev.broadside.sql.value;

import dev.broadside.core.param.Suggestions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The functions that an expression may call.
///
/// @param all by name
public record Functions(Map<String, Function> all) {

  public Functions {
    all = Map.copyOf(all);
  }

  /// One argument of a call.
  ///
  /// @param literal the name, of a function that takes a name; else the quoted text that it begins
  ///   with; empty if it does not
  /// @param constant whether it is the same in all iterations
  /// @param offset where it begins
  record Argument(Expression expression, String literal, boolean constant, int offset) {}

  /// @param offset where it begins
  record Call(String name, int offset, List<Argument> arguments, Scope scope) {
    Call {
      arguments = List.copyOf(arguments);
    }

    Expression at(int index) {
      return arguments.get(index).expression();
    }

    int size() {
      return arguments.size();
    }

    Expression[] expressions() {
      return arguments.stream().map(Argument::expression).toArray(Expression[]::new);
    }

    /// Refuses arguments that differ between iterations, from one on.
    void requireConstants(int from) throws ExpressionError {
      for (Argument argument : arguments.subList(Math.min(from, size()), size())) {
        if (!argument.constant()) {
          throw new ExpressionError(
              argument.offset(),
              name + " needs a value here that stays the same during the run",
              "use numbers, parameters and constants");
        }
      }
    }

    /// Refuses a name that is not one of these.
    String requireName(Set<String> names, String what) throws ExpressionError {
      String found = arguments.getFirst().literal();
      if (!names.contains(found)) {
        throw new ExpressionError(
            arguments.getFirst().offset(),
            "there is no " + what + " " + found,
            names.isEmpty() ? "declare it" : Suggestions.oneOf(names));
      }
      return found;
    }
  }

  @FunctionalInterface
  interface Maker {
    Expression make(Call call) throws ExpressionError;
  }

  /// @param usage how it is called, such as `mod(a, b)`
  /// @param least fewest arguments
  /// @param most arguments
  /// @param drawsFrom with how many arguments, or more, two equal calls may differ
  /// @param takesName whether its argument is a name and no value
  public record Function(
      String usage, int least, int most, int drawsFrom, boolean takesName, Maker maker) {

    static Function pure(String usage, int least, int most, Maker maker) {
      return new Function(usage, least, most, Integer.MAX_VALUE, false, maker);
    }

    static Function drawing(String usage, int least, int most, Maker maker) {
      return new Function(usage, least, most, 0, false, maker);
    }

    static Function ofName(String usage, Maker maker) {
      return new Function(usage, 1, 1, 0, true, maker);
    }

    /// Drawn between two values; with one it is that value.
    static Function between(String usage, Maker maker) {
      return new Function(usage, 1, 2, 2, false, maker);
    }

    String name() {
      return usage.substring(0, usage.indexOf('('));
    }

    Expression make(Call call) throws ExpressionError {
      if (call.size() < least || call.size() > most) {
        throw new ExpressionError(
            call.offset(),
            call.name()
                + " does not take "
                + call.size()
                + (call.size() == 1 ? " value" : " values"),
            "write " + usage);
      }
      return maker.make(call);
    }
  }

  static Functions of(List<Function> functions) {
    return new Functions(functions.stream().collect(Collectors.toMap(Function::name, one -> one)));
  }

  Functions and(Functions others) {
    Map<String, Function> both = new TreeMap<>(all);
    both.putAll(others.all);
    return new Functions(both);
  }

  Function find(String name, int offset) throws ExpressionError {
    Function found = all.get(name.toLowerCase(Locale.ROOT));
    if (found == null) {
      throw new ExpressionError(
          offset, "there is no function " + name, Suggestions.mend(name, all.keySet()));
    }
    return found;
  }

  ExpressionError unknownName(String name, int offset, Scope scope) {
    return all.containsKey(name)
        ? new ExpressionError(offset, name + " is a function", "write " + all.get(name).usage())
        : new ExpressionError(
            offset, name + " is not known here", Suggestions.mend(name, scope.known()));
  }
}
