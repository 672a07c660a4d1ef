/// A job as one file, from one server to another.
@NullMarked
package dev.broadside.server.archive;

import org.jspecify.annotations.NullMarked;
