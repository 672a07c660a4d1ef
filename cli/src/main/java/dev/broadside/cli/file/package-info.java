/// The commands that make files of jobs, take them in and look into them.
@NullMarked
package dev.broadside.cli.file;

import org.jspecify.annotations.NullMarked;
