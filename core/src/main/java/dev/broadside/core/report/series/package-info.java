/// What charts draw of a run, of bounded size however long it is: the same for the page and for
/// reports.
@NullMarked
package dev.broadside.core.report.series;

import org.jspecify.annotations.NullMarked;
