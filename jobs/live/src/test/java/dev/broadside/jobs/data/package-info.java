/// Data sets of the bundled job classes on several databases.
@NullMarked
package dev.broadside.jobs.data;

import org.jspecify.annotations.NullMarked;
