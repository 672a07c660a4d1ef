/// Plays the engine for a job class under test: one thread, no clock, every promise of the SPI kept
/// and checked.
@NullMarked
package dev.broadside.jobs.testkit;

import org.jspecify.annotations.NullMarked;
