/// How long a processor waits for memory, beside the databases of the same hosts.
@NullMarked
package dev.broadside.jobs.memory;

import org.jspecify.annotations.NullMarked;
