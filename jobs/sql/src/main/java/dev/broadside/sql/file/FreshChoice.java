package dev.broadside.sql.file;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;

/// Whether a job's tables are made anew.
public final class FreshChoice {
  public static final Parameter.Flag PARAMETER =
      Parameter.flag("fresh", "Drop the tables of an earlier run first, and load them anew");

  private FreshChoice() {}

  public static boolean of(ParameterValues values) {
    return values.has(PARAMETER) && values.get(PARAMETER);
  }
}
