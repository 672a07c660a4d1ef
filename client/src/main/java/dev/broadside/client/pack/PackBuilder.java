package dev.broadside.client.pack;

import dev.broadside.core.pack.PackDescriptor;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import dev.broadside.core.work.JobClass;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Makes a pack of a jar of job classes: asks each class who it is, and writes that into a copy of
/// the jar.
///
/// This runs the jar's code, so it runs where the jar was made: in a build, or on its author's
/// machine. The copy is reproducible: sorted entries, no times. As a program:
///
/// ```
/// java -cp <class path> dev.broadside.client.pack.PackBuilder JOBS.jar PACK.jar
/// ```
public final class PackBuilder {
  private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

  private final PackDescriptors descriptors = new PackDescriptors();

  public static void main(String[] line) throws IOException {
    if (line.length != 2) {
      System.err.println("PackBuilder: give a jar of job classes and the pack to write.");
      System.exit(2);
    }
    try {
      PackDescriptor made = new PackBuilder().build(Path.of(line[0]), Path.of(line[1]));
      System.err.println(
          "pack "
              + made.name()
              + " "
              + made.version()
              + ", "
              + made.classes().size()
              + " job classes");
    } catch (PackException e) {
      System.err.println(line[0] + ": " + e.getMessage() + ".");
      System.exit(2);
    }
  }

  /// Writes the pack of a jar.
  ///
  /// @param jar job classes with their entry in `META-INF/services`; libraries in
  ///   `META-INF/broadside/lib/`
  /// @param pack the file to write, which is replaced if it exists
  /// @throws PackException where the jar offers no job class, or one of them is not as it must be
  public PackDescriptor build(Path jar, Path pack) throws IOException, PackException {
    PackDescriptor descriptor = describe(jar);
    Files.createDirectories(pack.toAbsolutePath().getParent());
    // Not a temporary file of the JDK's making: those only their owner can read.
    Path fresh = pack.resolveSibling(pack.getFileName() + ".new");
    try {
      write(jar, descriptors.write(descriptor), fresh);
      Files.move(fresh, pack, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh);
    }
    return descriptor;
  }

  private static PackDescriptor describe(Path jar) throws IOException, PackException {
    PackLoader loader = PackLoader.open(jar, Sha256.of(jar), List.of());
    List<ClassDescriptor> classes = new ArrayList<>();
    for (JobClass job : loader.jobClasses()) {
      classes.add(describe(job));
    }
    if (classes.isEmpty()) {
      throw new PackException(
          "the jar names no job class in META-INF/services/" + JobClass.class.getName());
    }
    if (new HashSet<>(classes.stream().map(ClassDescriptor::id).toList()).size() < classes.size()) {
      throw new PackException("two job classes of the jar have the same id");
    }
    return named(jar, classes);
  }

  private static ClassDescriptor describe(JobClass job) throws PackException {
    try {
      return ClassDescriptor.of(job.describe());
    } catch (RuntimeException | LinkageError e) {
      throw new PackException(job.getClass().getName() + " cannot describe itself: " + e, e);
    }
  }

  private static PackDescriptor named(Path jar, List<ClassDescriptor> classes)
      throws IOException, PackException {
    try (JarFile file = new JarFile(jar.toFile())) {
      Attributes manifest =
          Optional.ofNullable(file.getManifest()).orElseGet(Manifest::new).getMainAttributes();
      String fileName = jar.getFileName().toString().replaceFirst("\\.jar$", "");
      String name = manifest.getValue(Attributes.Name.IMPLEMENTATION_TITLE);
      String version = manifest.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
      return new PackDescriptor(
          name == null ? fileName : name, version == null ? "unversioned" : version, classes);
    } catch (IllegalArgumentException e) {
      throw new PackException("the jar's manifest is not usable: " + e.getMessage(), e);
    }
  }

  private static void write(Path jar, byte[] descriptor, Path to)
      throws IOException, PackException {
    try (PackFile file = PackFile.open(jar);
        ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(to))) {
      Map<String, ZipEntry> sorted = new TreeMap<>();
      file.entries(name -> !name.equals(PackDescriptor.ENTRY))
          .forEach(entry -> sorted.put(entry.getName(), entry));
      // Readers of jars as streams look for the manifest at the very beginning.
      Optional<ZipEntry> manifest = Optional.ofNullable(sorted.remove(JarFile.MANIFEST_NAME));
      if (manifest.isPresent()) {
        copy(file, manifest.get(), zip);
      }
      put(PackDescriptor.ENTRY, descriptor, zip);
      for (ZipEntry entry : sorted.values()) {
        copy(file, entry, zip);
      }
    }
  }

  private static void copy(PackFile file, ZipEntry entry, ZipOutputStream zip)
      throws IOException, PackException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    file.copy(entry, bytes);
    put(entry.getName(), bytes.toByteArray(), zip);
  }

  private static void put(String name, byte[] bytes, ZipOutputStream zip) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setTimeLocal(NO_TIME);
    zip.putNextEntry(entry);
    zip.write(bytes);
    zip.closeEntry();
  }
}
