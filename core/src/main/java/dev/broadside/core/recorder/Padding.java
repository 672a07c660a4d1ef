package dev.broadside.core.recorder;

/// Keeps the frequently written fields of a subclass away from the cache lines of objects before it
/// in memory.
///
/// Two lines wide, since processors fetch lines in pairs.
@SuppressWarnings("unused") // is there to take up room
abstract class Padding {
  protected long p01;
  protected long p02;
  protected long p03;
  protected long p04;
  protected long p05;
  protected long p06;
  protected long p07;
  protected long p08;
  protected long p09;
  protected long p10;
  protected long p11;
  protected long p12;
  protected long p13;
  protected long p14;
  protected long p15;
  protected long p16;
}
