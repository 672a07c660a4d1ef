/// The load engine: one share of one job inside its worker, from the loaded pack to the verified
/// target.
///
/// [dev.broadside.client.engine.LoadEngine] goes through the phases of a share, and
/// [dev.broadside.client.engine.LoadThread] does the work. When an iteration begins is decided in
/// `client.arrivals`; how it is counted, in core.
@NullMarked
package dev.broadside.client.engine;

import org.jspecify.annotations.NullMarked;
