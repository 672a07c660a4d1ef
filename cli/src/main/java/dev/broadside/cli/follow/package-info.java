/// How a command follows what goes on at a server, whatever it is: patiently, and with a word for
/// who leaves before the end. What is shown of it belongs to the command.
@NullMarked
package dev.broadside.cli.follow;

import org.jspecify.annotations.NullMarked;
