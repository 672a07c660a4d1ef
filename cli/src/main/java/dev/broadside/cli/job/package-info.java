/// The commands of one server's jobs, and of the notebook beside them.
@NullMarked
package dev.broadside.cli.job;

import org.jspecify.annotations.NullMarked;
