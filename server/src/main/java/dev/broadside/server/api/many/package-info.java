/// One order to many jobs, studies or groups: declared once, for each kind of them that takes
/// orders.
@NullMarked
package dev.broadside.server.api.many;

import org.jspecify.annotations.NullMarked;
