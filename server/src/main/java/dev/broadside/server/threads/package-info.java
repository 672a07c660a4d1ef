/// The server's threads and their queues. Knows nothing of what runs on them.
@NullMarked
package dev.broadside.server.threads;

import org.jspecify.annotations.NullMarked;
