/// The commands of a server's studies, and the comparison of results.
@NullMarked
package dev.broadside.cli.study;

import org.jspecify.annotations.NullMarked;
