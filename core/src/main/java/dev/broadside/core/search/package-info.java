/// Queries for jobs: the one language for lists, for orders to several jobs, and for the page.
@NullMarked
package dev.broadside.core.search;

import org.jspecify.annotations.NullMarked;
