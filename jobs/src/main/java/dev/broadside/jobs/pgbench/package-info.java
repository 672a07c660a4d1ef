/// pgbench's scripts as a job class: read from their text, and made into the plans of job files.
@NullMarked
package dev.broadside.jobs.pgbench;

import org.jspecify.annotations.NullMarked;
