package dev.broadside.core.input;

import dev.broadside.core.load.LoadModel;
import dev.broadside.core.pace.Rate;
import java.time.Duration;
import java.util.Optional;

/// Reads the fields that together say what makes iterations begin, of a job or of one of its
/// phases.
///
/// @param threads load threads of each agent
record LoadFields(JsonFields fields, int threads) {
  /// The load; what is wrong with it is collected by the fields, and what is returned then goes
  /// nowhere.
  ///
  /// @param length of the phase that has it
  LoadModel read(Duration length) {
    Optional<Rate> rate = new RateFields(fields, length).read();
    var think = fields.get(JobDocument.THINK);
    var arrivals = fields.get(JobDocument.ARRIVALS);
    return fields.node(JobDocument.RATE.path()).isEmpty()
        ? new LoadModel.Closed(threads, think)
        : new LoadModel.Open(threads, rate.orElse(new Rate.Constant(1)), arrivals);
  }
}
