/// How a command follows work at a server: patiently, and with a word for a user who leaves before
/// the end. What is printed of the work belongs to the command.
@NullMarked
package dev.broadside.cli.follow;

import org.jspecify.annotations.NullMarked;
