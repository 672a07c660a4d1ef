/// The order-system workload, and the model of a job class on the kit: what it is, its tables, what
/// its transactions do.
@NullMarked
package dev.broadside.jobs.igenoltp;

import org.jspecify.annotations.NullMarked;
