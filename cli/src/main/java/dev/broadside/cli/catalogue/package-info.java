/// Job classes as data: the catalogue of the installed packs, and the options that a job class adds
/// to a command.
@NullMarked
package dev.broadside.cli.catalogue;

import org.jspecify.annotations.NullMarked;
