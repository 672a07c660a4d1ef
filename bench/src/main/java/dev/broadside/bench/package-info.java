/// What the engine costs, always as a ratio against a peer in one interleaved run on the same
/// database.
///
/// Start at [dev.broadside.bench.EngineCost]; `bench/run` runs it.
@NullMarked
package dev.broadside.bench;

import org.jspecify.annotations.NullMarked;
