/// From interval records to what people and scripts read: the aggregate of a run and the run
/// document, which has one shape for `run --json`, the HTTP API and the page.
@NullMarked
package dev.broadside.core.report;

import org.jspecify.annotations.NullMarked;
