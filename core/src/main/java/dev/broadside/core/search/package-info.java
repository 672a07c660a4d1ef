/// Which jobs somebody means: the one language in which lists, orders to many and the page are
/// asked.
@NullMarked
package dev.broadside.core.search;

import org.jspecify.annotations.NullMarked;
