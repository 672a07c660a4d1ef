package dev.broadside.jobs.igenoltp;

import java.util.List;

/// The names of the tables, with the user's prefix.
///
/// @param prefix empty, or letters, digits and underscores
record Tables(String prefix) {
  String region() {
    return prefix + "region";
  }

  String product() {
    return prefix + "product";
  }

  String customer() {
    return prefix + "customer";
  }

  String orders() {
    return prefix + "orders";
  }

  /// Where the loader notes what it did; it also tells our tables from others of the same names.
  String loadLog() {
    return prefix + "igenoltp_load";
  }

  List<String> data() {
    return List.of(region(), product(), customer(), orders());
  }
}
