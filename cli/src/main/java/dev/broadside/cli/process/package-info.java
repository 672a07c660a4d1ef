/// Processes: the signals that end this one, and children that end with it.
@NullMarked
package dev.broadside.cli.process;

import org.jspecify.annotations.NullMarked;
