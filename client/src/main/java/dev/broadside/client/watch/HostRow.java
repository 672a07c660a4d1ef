package dev.broadside.client.watch;

import dev.broadside.core.work.Figure;
import java.util.stream.Stream;

/// One part of a host, such as one of its disks.
///
/// @param instance the device, the interface or the processor; empty if there is only one
record HostRow(HostPart part, String instance) {

  /// Its name, for people.
  String name() {
    return instance.isEmpty() ? part.word() : part.word() + " " + instance;
  }

  /// Its figures, named after the agent on the host.
  Stream<Figure> figures(String agent) {
    return part.figures().stream().map(figure -> figure.at(name(), agent));
  }
}
