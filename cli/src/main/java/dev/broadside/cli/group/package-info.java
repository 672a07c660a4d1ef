/// Commands for groups of jobs and studies that a server runs.
@NullMarked
package dev.broadside.cli.group;

import org.jspecify.annotations.NullMarked;
