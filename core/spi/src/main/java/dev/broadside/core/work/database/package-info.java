/// The figures by which databases tell what they do. What job classes declare, and what is written
/// of figures in general, is in the package above.
@NullMarked
package dev.broadside.core.work.database;

import org.jspecify.annotations.NullMarked;
