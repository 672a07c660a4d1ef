/// Checks before a job is submitted, without any load.
@NullMarked
package dev.broadside.server.preflight;

import org.jspecify.annotations.NullMarked;
