/// How a system scales: the search for its knee, and the law of its throughput over concurrency.
/// Pure.
@NullMarked
package dev.broadside.core.scaling;

import org.jspecify.annotations.NullMarked;
