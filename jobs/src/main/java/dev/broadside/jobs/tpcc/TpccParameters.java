package dev.broadside.jobs.tpcc;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import java.util.Arrays;
import java.util.List;

/// What a user may choose about [Tpcc].
final class TpccParameters {
  static final Parameter.Whole WAREHOUSES =
      Parameter.whole("warehouses", "How many warehouses there are: about 100 MB each")
          .between(1, 100_000)
          .preset(1);

  static final Parameter.Decimal SCALE =
      Parameter.decimal(
              "scale",
              "Size of a warehouse; below 1 it has fewer items and customers, and this is no TPC-C")
          .between(0.001, 1)
          .preset(1.0);

  static final Parameter.Choice COMPAT =
      Parameter.choice(
              "compat",
              "Whose TPC-C it is: with a tool's deviations, results compare with that tool's",
              Arrays.stream(Compat.values())
                  .map(mode -> new Parameter.Option(mode.word(), mode.help()))
                  .toArray(Parameter.Option[]::new))
          .preset(Compat.STANDARD.word());

  static final Parameter.Text MIX =
      Parameter.text(
              "mix",
              "Weights of New-Order, Payment, Order-Status, Delivery and Stock-Level;"
                  + " empty: those of compat, 45,43,4,4,4")
          .preset("")
          .matching("(\\d{1,4}(,\\d{1,4}){4})?", "five whole numbers with commas between");

  static final Parameter.Flag KEYING_TIME =
      Parameter.flag(
          "keying-time", "Terminals key: 18, 3, 2, 2 and 2 s for the transactions as in mix");

  static final Parameter.Flag THINK_TIME =
      Parameter.flag(
          "think-time",
          "Terminals think: 12, 12, 10, 5 and 5 s in the mean, exponential, ten times that at most");

  static final Parameter.Flag BATCH =
      Parameter.flag(
          "batch", "Send an order's lines in one batch, and its changes of stock in another");

  static final Parameters OWN =
      Parameters.of(WAREHOUSES, SCALE, COMPAT, MIX, KEYING_TIME, THINK_TIME)
          .and(Parameters.of(BATCH).folded())
          .perPhase(MIX, KEYING_TIME, THINK_TIME);

  private TpccParameters() {}

  static Compat compat(ParameterValues values) {
    return Compat.of(values.get(COMPAT));
  }

  static boolean batches(ParameterValues values) {
    return values.get(BATCH) || compat(values).batches();
  }

  /// How often a transaction is drawn, against the others.
  static double weight(ParameterValues values, TransactionType of) {
    String mix = values.get(MIX);
    List<Integer> weights =
        mix.isEmpty()
            ? compat(values).weights()
            : Arrays.stream(mix.split(",")).map(Integer::valueOf).toList();
    return weights.get(of.ordinal());
  }
}
