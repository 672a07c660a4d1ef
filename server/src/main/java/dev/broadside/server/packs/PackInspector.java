package dev.broadside.server.packs;

import dev.broadside.core.digest.Sha256;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.pack.PackDescriptor;
import dev.broadside.core.pack.PackSignature;
import dev.broadside.core.pack.PackTrust;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.report.Json;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Reads an archive from end to end within [PackLimits], and returns its descriptor. Safe for use
/// by several threads.
///
/// Archives directly within the archive are read too. Archives within those are refused, so that no
/// zip bomb can hide there. Only the descriptor and the signature are kept.
public final class PackInspector {
  private static final int MAX_CLASSES = 100;
  private static final int MAX_SHOWN = 200;
  private static final int MAX_NAME = 255;
  private static final Pattern ENCODED = Pattern.compile("%(2e|2f|5c|00|25)");
  private static final Pattern DEVICE =
      Pattern.compile("(con|prn|aux|nul|com\\d|lpt\\d)(\\..*)?", Pattern.CASE_INSENSITIVE);

  private final PackLimits limits;
  private final PackTrust trust;
  private final JsonMapper mapper =
      Json.mapper()
          .rebuild()
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .build();

  /// Accepts unsigned packs.
  public PackInspector(PackLimits limits) {
    this(limits, PackTrust.ANYBODY);
  }

  public PackInspector(PackLimits limits, PackTrust trust) {
    this.limits = limits;
    this.trust = trust;
  }

  /// A copy that accepts unsigned packs.
  PackInspector ofAnybody() {
    return new PackInspector(limits);
  }

  /// What inspecting a pack needs to remember of its entries.
  private static final class Found {
    private final PackSignature contents = new PackSignature();
    private byte[] descriptor = new byte[0];
    private Optional<String> signature = Optional.empty();
  }

  /// The descriptor of a pack.
  ///
  /// @throws RefusedPack if the file is no pack, exceeds a limit, or lacks a required signature
  public PackDescriptor inspect(Path file) throws IOException {
    long size = Files.size(file);
    if (size > limits.fileBytes()) {
      throw new RefusedPack(
          "the file has " + size + " bytes, more than " + limits.fileBytes(),
          "leave out libraries that the job classes do not need");
    }
    ZipTail.check(file, limits);
    Found found = scan(file, new ReadBudget(limits, size));
    PackDescriptor descriptor = read(found.descriptor);
    Optional<PackTrust.Objection> objection =
        trust.against(found.signature, found.contents, "server");
    if (objection.isPresent()) {
      throw new RefusedPack(objection.get().what(), objection.get().mend());
    }
    return descriptor;
  }

  private Found scan(Path file, ReadBudget budget) throws IOException {
    Found found = new Found();
    Set<String> names = new HashSet<>();
    try (ZipFile zip = new ZipFile(file.toFile())) {
      for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements(); ) {
        ZipEntry entry = all.nextElement();
        checkName(entry.getName(), names, budget);
        try (Counted in = new Counted(zip.getInputStream(entry))) {
          scan(entry.getName(), in, found, budget);
          checkSize(entry, in.count);
          if (!entry.isDirectory()) {
            found.contents.add(entry.getName(), in.digest.digest());
          }
        }
      }
    } catch (ZipException | EOFException | IllegalArgumentException e) {
      throw new RefusedPack("the file is no sound jar (" + shown(e) + ")", "build it anew", e);
    }
    return found;
  }

  private void scan(String name, InputStream in, Found found, ReadBudget budget)
      throws IOException {
    if (name.equals(PackDescriptor.ENTRY)) {
      found.descriptor = bytes(in, limits.descriptorBytes(), "descriptor", budget);
    } else if (name.equals(PackSignature.ENTRY)) {
      byte[] text = bytes(in, PackSignature.MAX_BYTES, "signature", budget);
      found.signature = Optional.of(new String(text, StandardCharsets.US_ASCII));
    } else if (archive(name)) {
      scanNested(name, in, budget);
    } else {
      budget.drain(in);
    }
  }

  /// Counts and hashes the bytes of an entry.
  private static final class Counted extends FilterInputStream {
    private final MessageDigest digest = Sha256.digest();
    private long count;

    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int read = super.read();
      if (read >= 0) {
        digest.update((byte) read);
        count++;
      }
      return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = super.read(bytes, offset, length);
      if (read > 0) {
        digest.update(bytes, offset, read);
        count += read;
      }
      return read;
    }
  }

  private static void checkSize(ZipEntry entry, long count) throws RefusedPack {
    if (entry.getSize() != count) {
      throw new RefusedPack(
          "an entry that says it has " + entry.getSize() + " bytes expands to " + count,
          "build it anew");
    }
  }

  /// Counts the expanded bytes of the inner archive and also its compressed bytes, since a long
  /// compressed archive may expand to nothing.
  private void scanNested(String name, InputStream in, ReadBudget budget) throws IOException {
    Set<String> names = new HashSet<>();
    InputStream counting = budget.counting(in);
    ZipInputStream zip = new ZipInputStream(counting);
    for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
      checkName(entry.getName(), names, budget);
      if (archive(entry.getName())) {
        throw new RefusedPack(
            name + " holds an archive itself, " + entry.getName(),
            "take that out, or put the library into the agents' drivers/ folder");
      }
      budget.drain(zip);
    }
    budget.drain(in);
  }

  private static boolean archive(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return Stream.of(".jar", ".zip", ".war", ".ear").anyMatch(lower::endsWith);
  }

  private static void checkName(String name, Set<String> names, ReadBudget budget)
      throws RefusedPack {
    budget.entry();
    if (!harmless(name)) {
      throw new RefusedPack(
          "it holds an entry with a name that could lead out of a directory", "build it anew");
    }
    if (!names.add(name)) {
      throw new RefusedPack("it holds two entries of the same name", "build it anew");
    }
  }

  /// Whether an entry's name cannot lead out of a directory on any system, nor be read in two ways.
  /// The server never writes an entry to a file, but others may.
  private static boolean harmless(String name) {
    if (name.isEmpty() || name.length() > MAX_NAME || name.startsWith("/")) {
      return false;
    }
    if (name.chars().anyMatch(PackInspector::forbidden)
        || ENCODED.matcher(name.toLowerCase(Locale.ROOT)).find()) {
      return false;
    }
    String path = name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
    for (String segment : path.split("/", -1)) {
      if (segment.isEmpty()
          || segment.equals(".")
          || segment.equals("..")
          || DEVICE.matcher(segment).matches()) {
        return false;
      }
    }
    return true;
  }

  /// Control and formatting characters, the other separator, drives and alternate streams, and the
  /// replacement for bad UTF-8.
  private static boolean forbidden(int c) {
    return PlainText.hidden(c) || c == '\\' || c == ':' || c == '\uFFFD';
  }

  private static byte[] bytes(InputStream in, int most, String what, ReadBudget budget)
      throws IOException {
    byte[] bytes = in.readNBytes(most + 1);
    budget.expanded(bytes.length);
    if (bytes.length > most) {
      throw new RefusedPack(
          "its " + what + " is larger than " + most + " bytes",
          what.equals("descriptor") ? "shorten titles, summaries and help texts" : "sign it anew");
    }
    return bytes;
  }

  private PackDescriptor read(byte[] bytes) throws RefusedPack {
    if (bytes.length == 0) {
      throw new RefusedPack(
          "the jar has no descriptor " + PackDescriptor.ENTRY,
          "install it with `broadside pack install FILE --server DIR`, which writes one");
    }
    try {
      PackDescriptor descriptor = mapper.readValue(bytes, PackDescriptor.class);
      check(descriptor);
      return descriptor;
    } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
      throw new RefusedPack(
          "its descriptor " + PackDescriptor.ENTRY + " cannot be used (" + shown(e) + ")",
          "install the jar without it, with `broadside pack install FILE --server DIR`",
          e);
    }
  }

  /// Checks now all that is later made from the descriptor, so that it cannot fail later.
  private static void check(PackDescriptor descriptor) {
    if (descriptor.classes().isEmpty() || descriptor.classes().size() > MAX_CLASSES) {
      throw new IllegalArgumentException("a pack has 1 to " + MAX_CLASSES + " job classes");
    }
    Set<String> ids = new HashSet<>();
    for (PackDescriptor.ClassDescriptor one : descriptor.classes()) {
      if (one.parameters().size() > Bounds.MAX_PARAMETERS || !ids.add(one.id())) {
        throw new IllegalArgumentException(
            "job class " + one.id() + " is there twice or too large");
      }
      one.operations().forEach(name -> Bounds.text(name, Bounds.MAX_NAME, "an operation's name"));
      LinearPattern.check(one.description().parameters());
    }
  }

  /// The message's first line, bounded and without control characters: parts of it may come from
  /// the file.
  private static String shown(Exception e) {
    String line = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    return PlainText.line(line, MAX_SHOWN);
  }

  /// What reading one archive has used up of its [PackLimits]. For one thread.
  private static final class ReadBudget {
    private static final int BUFFER_BYTES = 16 * 1024;

    private final PackLimits limits;
    private final long fileBytes;
    private long expandedBytes;
    private int entries;

    ReadBudget(PackLimits limits, long fileBytes) {
      this.limits = limits;
      this.fileBytes = fileBytes;
    }

    void entry() throws RefusedPack {
      if (++entries > limits.entries()) {
        throw new RefusedPack(
            "it holds more than " + limits.entries() + " entries", "take out what is not needed");
      }
    }

    void expanded(long bytes) throws RefusedPack {
      expandedBytes += bytes;
      if (expandedBytes > limits.expandedBytes()) {
        throw new RefusedPack(
            "it expands to more than " + limits.expandedBytes() + " bytes",
            "take out what is not needed");
      }
      if (expandedBytes > Math.multiplyExact(fileBytes, limits.ratio())) {
        throw new RefusedPack(
            "it expands to more than " + limits.ratio() + " times its size",
            "take out files that hold nothing but repetition");
      }
    }

    /// Reads a stream to its end and throws it away.
    void drain(InputStream in) throws IOException {
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        expanded(read);
      }
    }

    /// The stream, with each byte that is read from it counted.
    InputStream counting(InputStream in) {
      return new InputStream() {
        @Override
        public int read() throws IOException {
          int read = in.read();
          expanded(read < 0 ? 0 : 1);
          return read;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
          int read = in.read(bytes, offset, length);
          expanded(Math.max(0, read));
          return read;
        }
      };
    }
  }

  /// Checks the directory of a zip file by its last record: how many entries it has, and that none
  /// is a link, which the JDK does not show.
  ///
  /// The JDK reads the whole directory into memory before its entries can be counted, so its size
  /// is checked here first. Source: PKWARE's APPNOTE.TXT 6.3.10, sections 4.3.12 and 4.3.16.
  private static final class ZipTail {
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
      if (entries > limits.entries()
          || directoryBytes > (long) limits.entries() * BYTES_PER_ENTRY) {
        throw new RefusedPack(
            "it holds more than " + limits.entries() + " entries", "take out what is not needed");
      }
      checkLinks(directory(file, Files.size(file) - tail.limit() + at, (int) directoryBytes));
    }

    private static ByteBuffer directory(Path file, long end, int bytes) throws IOException {
      if (bytes > end) {
        throw new RefusedPack(
            "the file is no sound jar (its directory is cut off)", "build it anew");
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
}
