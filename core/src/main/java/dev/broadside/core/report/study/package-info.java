/// What came of studies: their documents, tables and comparisons, of the runs that they are made
/// of. What is told of one run lies in the room above.
@NullMarked
package dev.broadside.core.report.study;

import org.jspecify.annotations.NullMarked;
