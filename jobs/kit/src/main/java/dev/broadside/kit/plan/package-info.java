/// How a database carries out the statements of a load, looked at again and again while it runs.
@NullMarked
package dev.broadside.kit.plan;

import org.jspecify.annotations.NullMarked;
