/// What is counted and how it adds up: fixed-layout latency distributions, outcome counts, and the
/// interval record.
///
/// Everything here is an immutable value with a `plus` that is associative and commutative, so that
/// threads, agents and intervals may be added in any order. Percentiles are always read from
/// added-up distributions and never averaged.
@NullMarked
package dev.broadside.core.stat;

import org.jspecify.annotations.NullMarked;
