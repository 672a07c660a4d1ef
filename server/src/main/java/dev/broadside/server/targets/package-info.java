/// Databases that are named once: what jobs that name one are told, and what they have to keep to.
@NullMarked
package dev.broadside.server.targets;

import org.jspecify.annotations.NullMarked;
