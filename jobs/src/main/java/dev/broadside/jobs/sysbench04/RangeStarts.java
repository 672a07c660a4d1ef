package dev.broadside.jobs.sysbench04;

/// Moves the start of a range so far down that the range ends within the table.
///
/// @param tableSize how many rows there are
/// @param rangeSize how many rows a range has
record RangeStarts(long tableSize, long rangeSize) {

  /// The start itself where start + size is no more than the last id, else the last id - size; at
  /// least 1. So the last id is read by the distinct range alone, which is one row longer.
  long clamp(long start) {
    return Math.max(1, Math.min(start, tableSize - rangeSize));
  }
}
