/// How the help of commands looks. What it says stands with each command and option.
@NullMarked
package dev.broadside.cli.help;

import org.jspecify.annotations.NullMarked;
