/// Measures the host and this process, so that a result can say whether the generator was the
/// bottleneck. Reads `/proc` and the JVM; judges nothing. Also ends processes with their children.
@NullMarked
package dev.broadside.client.watch;

import org.jspecify.annotations.NullMarked;
