package dev.broadside.server.exchange;

import java.util.List;

/// What the API offers of one kind of thing: its routes, what they take and what they give, in one
/// file.
public interface Resource {
  /// The heading under which clients find it.
  String title();

  List<Route> routes();
}
