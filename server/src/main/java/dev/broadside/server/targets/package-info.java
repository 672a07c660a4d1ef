/// Named databases: what jobs get that name one, and the limits that they keep.
@NullMarked
package dev.broadside.server.targets;

import org.jspecify.annotations.NullMarked;
