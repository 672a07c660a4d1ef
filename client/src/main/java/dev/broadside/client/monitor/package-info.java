/// Readers of figures from elsewhere that a user asks for: Prometheus, exporters and commands. What
/// is read through a job class's driver is in the kit; how readings come onto the axis of the run,
/// in `client.watch`.
package dev.broadside.client.monitor;
