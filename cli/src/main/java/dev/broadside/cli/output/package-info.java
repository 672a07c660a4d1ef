/// Where results go besides the terminal: files and standard output, written while a run goes on.
/// What people read on the terminal is not made here.
@NullMarked
package dev.broadside.cli.output;

import org.jspecify.annotations.NullMarked;
