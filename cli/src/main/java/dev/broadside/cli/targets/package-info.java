/// The commands of the databases that a server knows by name: add, list, show, edit, test and
/// delete.
@NullMarked
package dev.broadside.cli.targets;

import org.jspecify.annotations.NullMarked;
