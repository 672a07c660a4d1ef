/// Export and import of jobs as files, from one server to another.
@NullMarked
package dev.broadside.server.archive;

import org.jspecify.annotations.NullMarked;
