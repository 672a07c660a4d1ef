/// Named target databases, and the limits for jobs that use them.
@NullMarked
package dev.broadside.server.targets;

import org.jspecify.annotations.NullMarked;
