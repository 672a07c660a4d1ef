/// Database engines: each is one class, which extends [dev.broadside.kit.engine.Engine] and is
/// registered in [dev.broadside.kit.engine.Engines]. No connection, session or workload belongs
/// here.
@NullMarked
package dev.broadside.kit.engine;

import org.jspecify.annotations.NullMarked;
