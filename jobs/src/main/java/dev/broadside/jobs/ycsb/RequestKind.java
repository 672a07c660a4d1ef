package dev.broadside.jobs.ycsb;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;

/// A kind of request, in the order in which a [Workload] lists its proportions.
enum RequestKind {
  READ("read"),
  UPDATE("update"),
  INSERT("insert"),
  SCAN("scan"),
  READ_MODIFY_WRITE("read-modify-write");

  private final Parameter.Text proportion;

  RequestKind(String word) {
    proportion =
        Parameter.text(
                word + "-proportion",
                "How many requests are " + word + "s, against the others; empty: as workload says")
            .preset("")
            .matching("(\\d{1,6}(\\.\\d{1,6})?)?", "a number from 0 on, or nothing");
  }

  Parameter.Text proportion() {
    return proportion;
  }

  double weight(ParameterValues values) {
    String own = values.get(proportion);
    return own.isEmpty()
        ? Workload.of(values).proportions().get(ordinal())
        : Double.parseDouble(own);
  }
}
