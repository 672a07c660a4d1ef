/// A result for people, made once: sections with tables, charts and sentences. The terminal prints
/// them as text, the report as HTML, and the page as components; none of them computes anything.
@NullMarked
package dev.broadside.core.report.section;

import org.jspecify.annotations.NullMarked;
