/// The addresses of databases in the parameters of job classes.
@NullMarked
package dev.broadside.core.address;

import org.jspecify.annotations.NullMarked;
