/// Orders to the jobs, studies and groups of a server, to one or to many at a time.
@NullMarked
package dev.broadside.cli.order;

import org.jspecify.annotations.NullMarked;
