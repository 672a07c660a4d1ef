/// What every command has: its streams and surroundings, the installation, and how it ends.
@NullMarked
package dev.broadside.cli.shell;

import org.jspecify.annotations.NullMarked;
