/// The commands that look into a file of a job: audit it, run it again.
@NullMarked
package dev.broadside.cli.file;

import org.jspecify.annotations.NullMarked;
