/// The resources of the HTTP API that belong to jobs: submissions, results, notes, files and
/// exports. Each file has the routes of one subject, so that an endpoint is found by its name; what
/// several of them do to a job is in [dev.broadside.server.api.job.JobActions]. Studies, groups and
/// agents are in `server.api`.
@NullMarked
package dev.broadside.server.api.job;

import org.jspecify.annotations.NullMarked;
