/// The data of a run's charts, of bounded size however long the run is. The page and the reports
/// use the same data.
@NullMarked
package dev.broadside.core.report.series;

import org.jspecify.annotations.NullMarked;
