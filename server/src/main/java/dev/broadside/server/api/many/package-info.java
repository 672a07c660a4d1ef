/// What the routes of jobs, studies and groups have in common: orders to one and to many, and the
/// answer to a submission.
@NullMarked
package dev.broadside.server.api.many;

import org.jspecify.annotations.NullMarked;
