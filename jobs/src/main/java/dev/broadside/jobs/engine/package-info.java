/// Database engines: what Broadside knows of one stands in one class, which extends
/// [dev.broadside.jobs.engine.Engine] and is registered in [dev.broadside.jobs.engine.Engines]. No
/// connection, session or workload belongs here.
@NullMarked
package dev.broadside.jobs.engine;

import org.jspecify.annotations.NullMarked;
