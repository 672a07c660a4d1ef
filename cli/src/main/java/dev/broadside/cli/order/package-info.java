/// Orders to jobs, studies and groups of a server's, to one or to many at a time.
@NullMarked
package dev.broadside.cli.order;

import org.jspecify.annotations.NullMarked;
