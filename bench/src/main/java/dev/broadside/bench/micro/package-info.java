/// The small parts by themselves, under JMH: what is done for each operation, and for each
/// interval.
///
/// `bench/run Jmh` runs them, with the profiler that counts allocated bytes.
@NullMarked
package dev.broadside.bench.micro;

import org.jspecify.annotations.NullMarked;
