/// The results of studies: their documents, tables and comparisons. The package above has those of
/// single runs.
@NullMarked
package dev.broadside.core.report.study;

import org.jspecify.annotations.NullMarked;
