/// What a load thread does for each operation, by itself, under JMH.
///
/// `bench/run SideBySide P5` runs them, with the profiler that counts allocated bytes.
@NullMarked
package dev.broadside.bench.micro;

import org.jspecify.annotations.NullMarked;
