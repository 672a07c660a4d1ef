/// Commands for what people say of jobs, and for the files that they lay beside them.
@NullMarked
package dev.broadside.cli.notebook;

import org.jspecify.annotations.NullMarked;
