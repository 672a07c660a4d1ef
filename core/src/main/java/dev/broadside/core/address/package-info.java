/// Where texts lead that job classes are told: the addresses of databases.
@NullMarked
package dev.broadside.core.address;

import org.jspecify.annotations.NullMarked;
