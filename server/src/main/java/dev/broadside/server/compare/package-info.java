/// Runs beside each other, and the history of a definition: reads results and records, decides
/// nothing about jobs.
@NullMarked
package dev.broadside.server.compare;

import org.jspecify.annotations.NullMarked;
