/// An online shop in the shape of DVD Store 2: [dev.broadside.jobs.dvdstore.Dvdstore] is its
/// declaration, [dev.broadside.jobs.dvdstore.DvdShop] its data, and
/// [dev.broadside.jobs.dvdstore.Cycle] what one customer does.
@NullMarked
package dev.broadside.jobs.dvdstore;

import org.jspecify.annotations.NullMarked;
