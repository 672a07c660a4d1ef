package dev.broadside.client.pack;

import dev.broadside.core.digest.Sha256;
import dev.broadside.core.pack.PackDescriptor;
import dev.broadside.core.pack.PackSignature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/// A pack's file as an archive, which may be hostile: sizes are counted while reading, the headers'
/// sizes are ignored, and names are never used as paths.
final class PackFile implements AutoCloseable {
  /// The server has the same limit.
  static final long MAX_FILE_BYTES = 64L << 20;

  private static final long MAX_EXPANDED_BYTES = 256L << 20;
  private static final int MAX_ENTRIES = 10_000;
  private static final int MAX_RATIO = 100;
  private static final int MAX_DESCRIPTOR_BYTES = 1 << 20;

  private final ZipFile zip;
  private final long mostExpanded;
  private long expanded;

  private PackFile(ZipFile zip, long mostExpanded) {
    this.zip = zip;
    this.mostExpanded = mostExpanded;
  }

  static PackFile open(Path file) throws IOException, PackException {
    long size = Files.size(file);
    if (size > MAX_FILE_BYTES) {
      throw new PackException("a pack of " + size + " bytes is larger than " + MAX_FILE_BYTES);
    }
    try {
      ZipFile zip = new ZipFile(file.toFile());
      int entries = zip.size();
      if (entries > MAX_ENTRIES) {
        zip.close();
        throw new PackException("a pack of " + entries + " entries has more than " + MAX_ENTRIES);
      }
      return new PackFile(zip, Math.min(MAX_EXPANDED_BYTES, size * MAX_RATIO));
    } catch (ZipException e) {
      throw new PackException("the file is no jar: " + e.getMessage(), e);
    }
  }

  /// The descriptor's bytes; empty if the archive has none.
  Optional<byte[]> descriptor() throws IOException, PackException {
    return bytes(PackDescriptor.ENTRY, MAX_DESCRIPTOR_BYTES);
  }

  /// The signature's text; empty if the pack is not signed.
  Optional<String> signature() throws IOException, PackException {
    return bytes(PackSignature.ENTRY, PackSignature.MAX_BYTES)
        .map(bytes -> new String(bytes, StandardCharsets.US_ASCII));
  }

  private Optional<byte[]> bytes(String name, long most) throws IOException, PackException {
    ZipEntry entry = zip.getEntry(name);
    if (entry == null) {
      return Optional.empty();
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    copy(entry, bytes, most);
    return Optional.of(bytes.toByteArray());
  }

  /// Names and contents of all files, as they are signed.
  PackSignature contents() throws IOException, PackException {
    PackSignature contents = new PackSignature();
    for (ZipEntry entry : entries(_ -> true)) {
      contents.add(entry.getName(), digest(entry));
    }
    return contents;
  }

  /// SHA-256 of an entry's content.
  byte[] digest(ZipEntry entry) throws IOException, PackException {
    MessageDigest digest = Sha256.digest();
    copy(entry, new DigestOutputStream(OutputStream.nullOutputStream(), digest));
    return digest.digest();
  }

  /// The files whose names match, in the order of the archive.
  List<ZipEntry> entries(Predicate<String> name) {
    Enumeration<? extends ZipEntry> all = zip.entries();
    return java.util.Collections.list(all).stream()
        .filter(entry -> !entry.isDirectory() && name.test(entry.getName()))
        .<ZipEntry>map(entry -> entry)
        .toList();
  }

  /// Reads an entry through to its end.
  void copy(ZipEntry entry, OutputStream out) throws IOException, PackException {
    copy(entry, out, MAX_EXPANDED_BYTES);
  }

  private void copy(ZipEntry entry, OutputStream out, long most) throws IOException, PackException {
    long copied = 0;
    byte[] piece = new byte[16 * 1024];
    try (InputStream in = zip.getInputStream(entry)) {
      for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
        copied += length;
        expanded += length;
        if (copied > most || expanded > mostExpanded) {
          throw new PackException(
              "the pack expands to too much: more than " + Math.min(most, mostExpanded) + " bytes");
        }
        out.write(piece, 0, length);
      }
    } catch (ZipException e) {
      throw new PackException("the pack is damaged: " + e.getMessage(), e);
    }
  }

  /// Expands everything and drops it, to check that it can be expanded.
  void checkAll() throws IOException, PackException {
    for (ZipEntry entry : entries(_ -> true)) {
      copy(entry, OutputStream.nullOutputStream());
    }
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }
}
