/// Small questions to a database around a run, never inside one.
@NullMarked
package dev.broadside.kit.query;

import org.jspecify.annotations.NullMarked;
