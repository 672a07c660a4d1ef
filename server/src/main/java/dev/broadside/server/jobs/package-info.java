/// The one place that knows which jobs there are and what each should be doing.
///
/// [dev.broadside.server.jobs.Coordinator] tells the life of a job; everything else here is a part
/// of it or a view of it. Nothing in this package opens a socket, loads a job class or reaches a
/// target database.
@NullMarked
package dev.broadside.server.jobs;

import org.jspecify.annotations.NullMarked;
