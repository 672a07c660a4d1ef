/// The tables of jobs and their runs: specifications, shares, records, intervals and results.
@NullMarked
package dev.broadside.server.store.job;

import org.jspecify.annotations.NullMarked;
