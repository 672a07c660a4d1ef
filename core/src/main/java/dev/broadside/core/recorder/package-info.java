/// The hot path: what load threads count and time, cut into intervals without waiting.
///
/// [dev.broadside.core.recorder.Recorder] owns it, a load thread writes through its
/// [dev.broadside.core.recorder.ThreadRecorder], and [dev.broadside.core.recorder.CounterFile]
/// keeps what must outlive the worker. The results are values of `core.stat`.
@NullMarked
package dev.broadside.core.recorder;

import org.jspecify.annotations.NullMarked;
