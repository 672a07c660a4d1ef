package dev.broadside.client.pack;

import dev.broadside.core.digest.Sha256;
import dev.broadside.core.pack.PackDescriptor;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import dev.broadside.core.pack.PackSignature;
import dev.broadside.core.param.Spans;
import dev.broadside.core.work.JobClass;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Makes a pack from a jar of job classes: asks each class to describe itself, and writes that into
/// a copy of the jar, with the libraries that it needs and, if a key is given, its author's
/// signature.
///
/// This runs the jar's code, so it runs where the jar was made: in a build, or on its author's
/// machine. The copy is reproducible: sorted entries, no times. As a program:
///
/// ```
/// java -cp <class path> dev.broadside.client.pack.PackBuilder JOBS.jar PACK.jar [NAME@VERSION [LIBRARY.jar...]]
/// ```
///
/// If NAME@VERSION is left out or empty, the jar's manifest gives both.
public final class PackBuilder {
  private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);
  private static final int LEAST_ARGUMENTS = 2;

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final PackDescriptors descriptors = new PackDescriptors();

  /// What is being done at the moment, for the message if it fails.
  private volatile String doing = "reading the jar";

  /// Ends with status 0, or with 2 and one sentence on standard error. What job code prints is
  /// dropped; it has half a minute.
  public static void main(String[] line) throws InterruptedException {
    PrintStream err = System.err;
    System.setOut(new PrintStream(OutputStream.nullOutputStream()));
    System.setErr(System.out);
    if (line.length < LEAST_ARGUMENTS) {
      err.println("PackBuilder: give a jar of job classes and the pack to write.");
      Runtime.getRuntime().halt(2);
    }
    Optional<String> refusal = new PackBuilder().attempt(PATIENCE, line);
    refusal.ifPresent(sentence -> err.println(sentence + "."));
    err.flush();
    // Without the shutdown hooks of job code.
    Runtime.getRuntime().halt(refusal.isPresent() ? 2 : 0);
  }

  private PackDescriptor build(String... line) throws IOException, PackException {
    String called = line.length > LEAST_ARGUMENTS ? line[LEAST_ARGUMENTS] : "";
    List<Path> libraries = Stream.of(line).skip(LEAST_ARGUMENTS + 1).map(Path::of).toList();
    return build(Path.of(line[0]), Path.of(line[1]), called, libraries);
  }

  /// Builds what a command line asks for; the reason if that fails or takes too long.
  Optional<String> attempt(Duration patience, String... line) throws InterruptedException {
    FutureTask<PackDescriptor> made = new FutureTask<>(() -> build(line));
    Thread.ofPlatform().daemon().name("builder").start(made);
    try {
      made.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      return Optional.empty();
    } catch (TimeoutException _) {
      return Optional.of(doing + " took longer than " + Spans.format(patience));
    } catch (ExecutionException e) {
      Throwable cause = Optional.ofNullable(e.getCause()).orElse(e);
      return Optional.of(
          cause instanceof PackException
              ? "" + cause.getMessage()
              : doing + " failed with " + cause);
    }
  }

  /// Writes the pack of a jar as it is.
  public PackDescriptor build(Path jar, Path pack) throws IOException, PackException {
    return build(jar, pack, "", List.of());
  }

  /// Writes the pack of a jar.
  ///
  /// @param jar job classes with their entry in `META-INF/services`; libraries in
  ///   `META-INF/broadside/lib/`
  /// @param pack the file to write, which is replaced if it exists
  /// @param called `NAME@VERSION`; empty if the jar's manifest gives it
  /// @param libraries jars to add to the pack
  /// @throws PackException if the jar has no job class, or one that is not valid
  public PackDescriptor build(Path jar, Path pack, String called, List<Path> libraries)
      throws IOException, PackException {
    Files.createDirectories(pack.toAbsolutePath().getParent());
    // Not the JDK's temporary files: only their owner could read the pack.
    Path whole = pack.resolveSibling(pack.getFileName() + ".lib");
    Path fresh = pack.resolveSibling(pack.getFileName() + ".new");
    try {
      Map<String, byte[]> added = new TreeMap<>();
      for (Path library : libraries) {
        String name = PackDescriptor.LIBRARIES + library.getFileName();
        if (added.put(name, Files.readAllBytes(library)) != null) {
          throw new PackException("two libraries are called " + library.getFileName());
        }
      }
      write(jar, added, whole);
      PackDescriptor descriptor = describe(whole, jar, called);
      write(whole, Map.of(PackDescriptor.ENTRY, descriptors.write(descriptor)), fresh);
      Files.move(fresh, pack, StandardCopyOption.REPLACE_EXISTING);
      return descriptor;
    } finally {
      Files.deleteIfExists(whole);
      Files.deleteIfExists(fresh);
    }
  }

  /// Signs a pack in place.
  public void sign(Path pack, PrivateKey key)
      throws IOException, PackException, GeneralSecurityException {
    PackSignature signature;
    try (PackFile file = PackFile.open(pack)) {
      signature = file.contents();
    }
    Path fresh = pack.resolveSibling(pack.getFileName() + ".new");
    try {
      byte[] text = signature.sign(key).getBytes(StandardCharsets.US_ASCII);
      write(pack, Map.of(PackSignature.ENTRY, text), fresh);
      Files.move(fresh, pack, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  /// @param whole the jar with its libraries
  private PackDescriptor describe(Path whole, Path jar, String called)
      throws IOException, PackException {
    PackLoader loader = PackLoader.open(whole, Sha256.hex(whole), List.of());
    Thread caller = Thread.currentThread();
    ClassLoader callers = caller.getContextClassLoader();
    caller.setContextClassLoader(loader.classLoader());
    try {
      return named(jar, called, classes(loader));
    } finally {
      caller.setContextClassLoader(callers);
    }
  }

  private List<ClassDescriptor> classes(PackLoader loader) throws PackException {
    List<ClassDescriptor> classes = new ArrayList<>();
    Map<String, String> makers = new HashMap<>();
    doing = "loading its job classes";
    for (JobClass job : loader.jobClasses()) {
      ClassDescriptor one = describe(job);
      String maker = job.getClass().getName();
      String other = makers.putIfAbsent(one.id(), maker);
      if (other != null) {
        throw new PackException(
            other + " and " + maker + " describe themselves by the same id, " + one.id());
      }
      classes.add(one);
    }
    if (classes.isEmpty()) {
      throw new PackException(
          "the jar names no job class in META-INF/services/" + JobClass.class.getName());
    }
    return classes;
  }

  private ClassDescriptor describe(JobClass job) throws PackException {
    doing = "describe() of " + job.getClass().getName();
    try {
      return ClassDescriptor.of(job.describe());
    } catch (RuntimeException | Error e) {
      throw PackException.ofCode(doing + " failed with ", job.getClass(), e);
    }
  }

  private static PackDescriptor named(Path jar, String called, List<ClassDescriptor> classes)
      throws IOException, PackException {
    try (JarFile file = new JarFile(jar.toFile())) {
      Attributes manifest =
          Optional.ofNullable(file.getManifest()).orElseGet(Manifest::new).getMainAttributes();
      String fileName = jar.getFileName().toString().replaceFirst("\\.jar$", "");
      String name = manifest.getValue(Attributes.Name.IMPLEMENTATION_TITLE);
      String version = manifest.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
      int at = called.lastIndexOf('@');
      return at >= 0
          ? new PackDescriptor(called.substring(0, at), called.substring(at + 1), classes)
          : new PackDescriptor(
              name == null ? fileName : name, version == null ? "unversioned" : version, classes);
    } catch (IllegalArgumentException e) {
      throw new PackException("the pack's name or version is not valid: " + e.getMessage(), e);
    }
  }

  /// Writes a copy in which the given entries replace those of the same names. The signature is
  /// left out, because it would no longer be valid.
  private static void write(Path jar, Map<String, byte[]> others, Path to)
      throws IOException, PackException {
    try (PackFile file = PackFile.open(jar);
        ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(to))) {
      Map<String, ZipEntry> sorted = new TreeMap<>();
      file.entries(name -> !others.containsKey(name) && !name.equals(PackSignature.ENTRY))
          .forEach(entry -> sorted.put(entry.getName(), entry));
      // Readers of jars as streams look for the manifest at the very beginning.
      Optional<ZipEntry> manifest = Optional.ofNullable(sorted.remove(JarFile.MANIFEST_NAME));
      if (manifest.isPresent()) {
        copy(file, manifest.get(), zip);
      }
      for (Map.Entry<String, byte[]> other : others.entrySet()) {
        put(other.getKey(), other.getValue(), zip);
      }
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
