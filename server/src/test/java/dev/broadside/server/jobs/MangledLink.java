package dev.broadside.server.jobs;

import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.Message;
import java.util.List;
import java.util.function.Function;

/// A link that repeats, drops or swaps what is sent over it.
final class MangledLink implements Link {
  private final Link link;
  private final Function<Message, List<Message>> mangling;

  MangledLink(Link link, Function<Message, List<Message>> mangling) {
    this.link = link;
    this.mangling = mangling;
  }

  @Override
  public void send(Message message) {
    mangling.apply(message).forEach(link::send);
  }

  @Override
  public long pendingBytes() {
    return link.pendingBytes();
  }

  @Override
  public void close() {
    link.close();
  }
}
