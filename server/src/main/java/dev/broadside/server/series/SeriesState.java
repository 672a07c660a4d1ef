package dev.broadside.server.series;

import dev.broadside.core.report.series.Buckets;
import java.util.List;

/// What the charts of a run draw, to go on with after a restart.
///
/// @param known the newest interval that is in it
/// @param through every event of the run up to this one is in it
/// @param newest the intervals that are told as a whole, as JSON
record SeriesState(int known, long through, Buckets.State buckets, List<String> newest) {}
