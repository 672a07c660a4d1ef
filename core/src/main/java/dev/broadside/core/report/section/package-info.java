/// A result for people, computed once: sections with tables, charts and sentences. The terminal
/// prints them as text, the report as HTML, and the page as components. None of these computes
/// anything.
@NullMarked
package dev.broadside.core.report.section;

import org.jspecify.annotations.NullMarked;
