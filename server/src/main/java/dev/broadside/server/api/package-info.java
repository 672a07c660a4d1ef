/// The resources of the HTTP API, one file each; those of jobs are in `api.job`.
///
/// [dev.broadside.server.api.HttpApi] is the table of routes, and the only way in: a route says who
/// may use it, what body it takes and what it does.
@NullMarked
package dev.broadside.server.api;

import org.jspecify.annotations.NullMarked;
