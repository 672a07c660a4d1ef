/// The tables of jobs and of what their runs have left: what was asked, shares, records, sums and
/// results.
@NullMarked
package dev.broadside.server.store.job;

import org.jspecify.annotations.NullMarked;
