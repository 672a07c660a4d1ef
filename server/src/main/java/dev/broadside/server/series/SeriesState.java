package dev.broadside.server.series;

import dev.broadside.core.report.series.Buckets;
import java.util.NavigableMap;
import java.util.TreeMap;

/// What the charts of a run draw, to go on with after a restart.
///
/// @param known the newest interval that is in it
/// @param through every event of the run up to this one is in it
/// @param newest the newest intervals by index, as JSON
record SeriesState(
    int known, long through, Buckets.State buckets, NavigableMap<Integer, String> newest) {
  SeriesState {
    newest = new TreeMap<>(newest);
  }
}
