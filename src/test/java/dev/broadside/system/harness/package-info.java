/// What the whole-system tests are made of: real processes of the packaged command, real databases,
/// a real browser.
///
/// Everything waits for a condition and then explains itself; everything that is started is stopped
/// by `close`.
@NullMarked
package dev.broadside.system.harness;

import org.jspecify.annotations.NullMarked;
