package dev.broadside.core.verdict;

import java.util.List;
import java.util.Map;

/// The records from which a result was made when its job had ended, so that no change goes unseen.
///
/// @param sha256 over the first result's records, stream by stream; the same whether they are
///   rolled up or not
/// @param records how many these were, by agent
/// @param at when the first result was sealed, in ISO 8601
/// @param amendments what came after that, oldest first; empty while this is the first result
public record ResultSeal(
    String sha256, Map<String, Long> records, String at, List<Amendment> amendments) {

  /// Records that came after the result was sealed, and the result that was made with them.
  ///
  /// @param number counted from 1
  /// @param at when it was made, in ISO 8601
  /// @param records how many had come since the result before, by agent
  /// @param sha256 over all records, the earlier ones included
  public record Amendment(int number, String at, Map<String, Long> records, String sha256) {
    public Amendment {
      records = Map.copyOf(records);
    }
  }

  public ResultSeal {
    records = Map.copyOf(records);
    amendments = List.copyOf(amendments);
  }
}
