package dev.broadside.client.share;

import dev.broadside.client.pack.PackCache;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Message;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/// What all shares of an agent use.
///
/// @param loop the agent's own thread
/// @param server takes a message to the server, as long as there is a connection
/// @param released is told the run of a share that is gone
public record ShareTools(
    Time time,
    Executor loop,
    ServerClock clock,
    PackCache packs,
    WorkerLauncher launcher,
    Quarantine quarantine,
    Consumer<Message> server,
    Consumer<String> released) {}
