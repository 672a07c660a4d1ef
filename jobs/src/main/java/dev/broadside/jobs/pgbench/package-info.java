/// pgbench's scripts as a job class: read from their text, and made into the plans of YAML job
/// classes.
@NullMarked
package dev.broadside.jobs.pgbench;

import org.jspecify.annotations.NullMarked;
