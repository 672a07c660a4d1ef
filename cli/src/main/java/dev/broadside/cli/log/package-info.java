/// The log: one line per event on standard error.
@NullMarked
package dev.broadside.cli.log;

import org.jspecify.annotations.NullMarked;
