package dev.broadside.server.push;

/// How a receiver of metrics fares, in requests: one for each interval of each running job, and by
/// remote write one more when a job has ended. Its address is not in it, since that may be a
/// secret.
///
/// @param name as the operator's file has it
/// @param protocol `otlp` or `remoteWrite`
/// @param waiting how many wait to be sent
/// @param sent how many it has taken since the server's start
/// @param dropped how many were given up, the oldest first, since too many waited
/// @param refused how many it refused, in whole or in part; they are not sent again
/// @param trouble what is wrong, in a few words; empty if nothing is
public record PushStatus(
    String name,
    String protocol,
    int waiting,
    long sent,
    long dropped,
    long refused,
    String trouble) {}
