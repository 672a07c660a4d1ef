/// What shells complete.
@NullMarked
package dev.broadside.cli.completion;

import org.jspecify.annotations.NullMarked;
