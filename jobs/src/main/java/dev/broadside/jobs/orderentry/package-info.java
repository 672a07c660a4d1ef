/// Order entry in the shape of Swingbench's Simple Order Entry: [OrderEntry] says what must hold,
/// [ShopTables] what is loaded, and each [ShopTransaction] what is done.
@NullMarked
package dev.broadside.jobs.orderentry;

import org.jspecify.annotations.NullMarked;
