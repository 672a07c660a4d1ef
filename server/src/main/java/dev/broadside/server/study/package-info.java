/// Studies: jobs that are run several times along an axis. They lie above the coordinator and are
/// its client: each step is an ordinary job.
///
/// [dev.broadside.server.study.Studies] is the entry; what a study does next is decided by
/// [dev.broadside.core.study.StudySteps].
@NullMarked
package dev.broadside.server.study;

import org.jspecify.annotations.NullMarked;
