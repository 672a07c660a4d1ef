package dev.broadside.server.packs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/// Checks the directory of a zip file by its last record: how many entries it has, and that none is
/// a link, which the JDK does not show.
///
/// The JDK reads the whole directory into memory before its entries can be counted, so its size is
/// checked here first. Source: PKWARE's APPNOTE.TXT 6.3.10, sections 4.3.12 and 4.3.16.
final class ZipTail {
  private static final int SIGNATURE = 0x06054b50;
  private static final int FIXED_BYTES = 22;
  private static final int MAX_COMMENT = 0xFFFF;
  private static final int ENTRIES_AT = 10;
  private static final int DIRECTORY_BYTES_AT = 12;
  private static final int COMMENT_LENGTH_AT = 20;

  /// The fixed part of a directory entry, the longest name that is accepted, and some room for
  /// extra fields.
  private static final int BYTES_PER_ENTRY = 46 + 255 + 211;

  private static final int ENTRY_SIGNATURE = 0x02014b50;
  private static final int ENTRY_BYTES = 46;
  private static final int LENGTHS_AT = 28;
  private static final int UNIX_MODE_AT = 40;
  private static final int FILE_TYPE = 0xF000;
  private static final int LINK = 0xA000;

  private ZipTail() {}

  static void check(Path file, PackLimits limits) throws IOException {
    ByteBuffer tail = read(file);
    int at = find(tail);
    if (at < 0) {
      throw new RefusedPack("the file is no jar", "give a jar that holds job classes");
    }
    int entries = Short.toUnsignedInt(tail.getShort(at + ENTRIES_AT));
    long directoryBytes = Integer.toUnsignedLong(tail.getInt(at + DIRECTORY_BYTES_AT));
    // 0xFFFF stands for "see the zip64 record", and is too many by itself.
    if (entries > limits.entries() || directoryBytes > (long) limits.entries() * BYTES_PER_ENTRY) {
      throw new RefusedPack(
          "it holds more than " + limits.entries() + " entries", "take out what is not needed");
    }
    checkLinks(directory(file, Files.size(file) - tail.limit() + at, (int) directoryBytes));
  }

  private static ByteBuffer directory(Path file, long end, int bytes) throws IOException {
    if (bytes > end) {
      throw new RefusedPack("the file is no sound jar (its directory is cut off)", "build it anew");
    }
    try (FileChannel channel = FileChannel.open(file)) {
      return read(channel, end - bytes, bytes);
    }
  }

  private static void checkLinks(ByteBuffer directory) throws RefusedPack {
    int at = 0;
    while (at + ENTRY_BYTES <= directory.limit() && directory.getInt(at) == ENTRY_SIGNATURE) {
      if ((directory.getShort(at + UNIX_MODE_AT) & FILE_TYPE) == LINK) {
        throw new RefusedPack("it holds a link", "put the file itself into its place");
      }
      int lengths = 0;
      for (int field = 0; field < 3; field++) {
        lengths += Short.toUnsignedInt(directory.getShort(at + LENGTHS_AT + 2 * field));
      }
      at += ENTRY_BYTES + lengths;
    }
  }

  private static ByteBuffer read(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      long size = channel.size();
      int length = (int) Math.min(size, FIXED_BYTES + MAX_COMMENT);
      return read(channel, size - length, length);
    }
  }

  private static ByteBuffer read(FileChannel channel, long from, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    for (int read = 0; read >= 0 && bytes.hasRemaining(); ) {
      read = channel.read(bytes, from + bytes.position());
    }
    return bytes.flip();
  }

  /// The record that ends exactly where the file ends; -1 if the file has no such record.
  private static int find(ByteBuffer tail) {
    for (int at = tail.limit() - FIXED_BYTES; at >= 0; at--) {
      if (tail.getInt(at) == SIGNATURE
          && at + FIXED_BYTES + Short.toUnsignedInt(tail.getShort(at + COMMENT_LENGTH_AT))
              == tail.limit()) {
        return at;
      }
    }
    return -1;
  }
}
