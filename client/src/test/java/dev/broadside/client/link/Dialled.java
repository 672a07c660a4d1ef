package dev.broadside.client.link;

import dev.broadside.core.wire.Link;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/// Dials and waits for how it comes out.
final class Dialled implements Dialer.Outcome {
  private final CompletableFuture<Link> link = new CompletableFuture<>();
  private final CompletableFuture<DialFailure> failure = new CompletableFuture<>();
  private final Function<Link, Link.Listener> listener;

  private Dialled(Function<Link, Link.Listener> listener) {
    this.listener = listener;
  }

  /// A connection that has to come about.
  static Dialled by(Dialer dialer, String credential, Function<Link, Link.Listener> listener) {
    Dialled dialled = new Dialled(listener);
    dialer.dial(credential, Duration.ofSeconds(5), dialled);
    return dialled;
  }

  /// An attempt that has to fail.
  static DialFailure failing(Dialer dialer, String credential) throws Exception {
    return by(dialer, credential, _ -> new Heard()).failure.get(2, TimeUnit.MINUTES);
  }

  Link link() throws Exception {
    return link.get(2, TimeUnit.MINUTES);
  }

  @Override
  public Link.Listener opened(Link opened) {
    link.complete(opened);
    return listener.apply(opened);
  }

  @Override
  public void failed(DialFailure failed) {
    failure.complete(failed);
    link.completeExceptionally(new AssertionError(failed.sentence()));
  }
}
