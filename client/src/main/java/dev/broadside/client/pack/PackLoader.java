package dev.broadside.client.pack;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.broadside.client.spool.Disk;
import dev.broadside.client.spool.LocalDisk;
import dev.broadside.core.digest.Sha256;
import dev.broadside.core.pack.PackDescriptor;
import dev.broadside.core.work.JobClass;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/// Loads the job classes of a pack, with JDBC drivers, so that of Broadside they see only the SPI.
///
/// ```
/// platform: java.*, javax.*, jdk.*
///    ^
/// SPI window: dev.broadside.core.param and dev.broadside.core.work, and nothing else of the application
///    ^
/// pack: its own classes, META-INF/broadside/lib/*.jar, the kit, its YAML job class, drivers/*.jar
/// ```
///
/// Libraries inside the pack are extracted into a folder beside it, named after the pack's digest,
/// or into a temporary one if that is not writable. Extracted libraries are compared with the pack
/// before each use. Safe for use by several threads and processes.
public final class PackLoader {
  private static final String KIT = "META-INF/broadside/kit";

  private final ClassLoader loader;

  private PackLoader(ClassLoader loader) {
    this.loader = loader;
  }

  /// Makes a pack's code loadable, without loading it.
  ///
  /// @param sha256 what the pack's digest must be
  /// @param drivers jars that the pack's code may use besides its own
  /// @throws PackException if the file is not the pack of that digest, or not a pack
  public static PackLoader open(Path pack, String sha256, List<Path> drivers)
      throws IOException, PackException {
    String actual = Sha256.hex(pack);
    if (!actual.equals(sha256)) {
      throw new PackException(
          "the pack's digest is " + actual + " and not " + sha256 + ": it was changed or cut off");
    }
    List<Path> jars = new ArrayList<>(List.of(pack));
    jars.addAll(libraries(pack, sha256));
    return new PackLoader(withKit(jars, drivers));
  }

  /// The kit and the library for job classes in YAML, with drivers and without a pack.
  public static ClassLoader kit(List<Path> drivers) throws IOException {
    return withKit(List.of(), drivers);
  }

  private static ClassLoader withKit(List<Path> pack, List<Path> drivers) throws IOException {
    List<Path> jars = new ArrayList<>(pack);
    jars.addAll(kit());
    jars.addAll(drivers);
    List<URL> urls = new ArrayList<>();
    for (Path jar : jars) {
      urls.add(jar.toAbsolutePath().toUri().toURL());
    }
    ClassLoader window = new SpiWindow(PackLoader.class.getClassLoader());
    return new URLClassLoader("pack", urls.toArray(URL[]::new), window);
  }

  /// The kit for job classes, and the library for job classes in YAML with its parser, if Broadside
  /// is installed with them. They are loaded beside the pack's code and not above it, so that they
  /// find the drivers, and a pack may bring another version.
  private static List<Path> kit() throws IOException {
    ClassLoader application = PackLoader.class.getClassLoader();
    List<Path> homes = new ArrayList<>();
    for (URL mark : Collections.list(application.getResources(KIT))) {
      homes.add(home(mark, KIT));
      // After its first line a mark names a class of each library that the jar needs.
      try (InputStream text = mark.openStream()) {
        for (String one : new String(text.readAllBytes(), UTF_8).lines().skip(1).toList()) {
          homes.add(home(Objects.requireNonNull(application.getResource(one), one), one));
        }
      }
    }
    return homes;
  }

  /// The jar or folder in which a resource lies.
  private static Path home(URL resource, String name) throws IOException {
    String home =
        resource.openConnection() instanceof JarURLConnection inJar
            ? inJar.getJarFileURL().toString()
            : resource.toString().substring(0, resource.toString().length() - name.length());
    return Path.of(URI.create(home));
  }

  /// The class loader of the pack's code, which every thread that runs it needs as its context
  /// class loader.
  public ClassLoader classLoader() {
    return loader;
  }

  /// Every job class that the pack offers.
  ///
  /// @throws PackException if its code cannot be loaded
  public List<JobClass> jobClasses() throws PackException {
    List<JobClass> classes = new ArrayList<>();
    firstOf(one -> !classes.add(one));
    return List.copyOf(classes);
  }

  /// The first job class that is the wanted one; those after it are not loaded, since all of a pack
  /// take longer than the start of a worker.
  private Optional<JobClass> firstOf(Predicate<JobClass> wanted) throws PackException {
    try {
      Iterator<ServiceLoader.Provider<JobClass>> offered =
          ServiceLoader.load(JobClass.class, loader).stream().iterator();
      while (offered.hasNext()) {
        JobClass one = made(offered.next());
        if (wanted.test(one)) {
          return Optional.of(one);
        }
      }
      return Optional.empty();
    } catch (ServiceConfigurationError | LinkageError e) {
      String why = e.getCause() == null ? "" : ", " + e.getCause();
      throw new PackException(
          "a job class of the pack cannot be loaded: " + e.getMessage() + why, e);
    }
  }

  private static JobClass made(ServiceLoader.Provider<JobClass> offered) throws PackException {
    try {
      return offered.get();
    } catch (ServiceConfigurationError | LinkageError e) {
      Throwable cause =
          e instanceof ServiceConfigurationError && e.getCause() != null ? e.getCause() : e;
      String what = "job class " + offered.type().getName() + " cannot be made: ";
      throw PackException.ofCode(what, offered.type(), cause);
    }
  }

  /// The job class with an id.
  ///
  /// @throws PackException if the pack has no such class, or its code cannot be loaded
  public JobClass jobClass(String id) throws PackException {
    List<PackException> broken = new ArrayList<>();
    Optional<JobClass> found = firstOf(one -> isCalled(id, one, broken));
    return found.orElseThrow(() ->
        broken.isEmpty() ? new PackException("the pack has no job class " + id) : broken.getLast());
  }

  /// @param broken gets what is wrong with a class that cannot tell: another may be the wanted one
  private static boolean isCalled(String id, JobClass one, List<PackException> broken) {
    try {
      return one.describe().id().equals(id);
    } catch (RuntimeException | Error e) {
      String what = "describe() of " + one.getClass().getName() + " failed with ";
      broken.add(PackException.ofCode(what, one.getClass(), e));
      return false;
    }
  }

  private static List<Path> libraries(Path pack, String sha256) throws IOException, PackException {
    try (PackFile file = PackFile.open(pack)) {
      List<ZipEntry> nested =
          file.entries(name -> name.startsWith(PackDescriptor.LIBRARIES) && name.endsWith(".jar"));
      if (nested.isEmpty()) {
        return List.of();
      }
      Path beside = pack.toAbsolutePath().resolveSibling(sha256 + ".lib");
      boolean keep = Files.isDirectory(beside) || Files.isWritable(beside.getParent());
      Path folder = keep ? beside : Files.createTempDirectory("broadside");
      // Numbered: a name inside an archive is never a path outside it.
      List<Path> jars =
          IntStream.range(0, nested.size()).mapToObj(i -> folder.resolve(i + ".jar")).toList();
      extract(pack, nested, unsound(file, nested, jars), jars);
      return jars;
    }
  }

  /// The numbers of the libraries that are missing or differ from the pack, whose digest has been
  /// checked. A file that was extracted earlier may have been cut off by a power failure, or
  /// changed since.
  private static List<Integer> unsound(PackFile file, List<ZipEntry> nested, List<Path> jars)
      throws IOException, PackException {
    List<Integer> unsound = new ArrayList<>();
    for (int i = 0; i < jars.size(); i++) {
      Path jar = jars.get(i);
      if (!Files.exists(jar)
          || !Sha256.hex(jar).equals(HexFormat.of().formatHex(file.digest(nested.get(i))))) {
        unsound.add(i);
      }
    }
    return unsound;
  }

  private static void extract(
      Path pack, List<ZipEntry> nested, List<Integer> wanted, List<Path> jars)
      throws IOException, PackException {
    Disk disk = new LocalDisk();
    try (PackFile file = PackFile.open(pack)) {
      for (int i : wanted) {
        Path folder = jars.get(i).resolveSibling("");
        disk.createFolder(folder);
        Path part = Files.createTempFile(folder, "lib", ".part");
        try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
          file.copy(nested.get(i), Channels.newOutputStream(channel));
          channel.force(true);
        }
        // In one step, so that a worker that has the previous file open keeps it.
        disk.rename(part, jars.get(i));
      }
    }
  }

  /// The jars in a folder, sorted by name; none if there is no such folder.
  public static List<Path> jarsIn(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }

  /// The parent of a pack's class loader: it sees the platform, and of Broadside only the SPI. So a
  /// pack may bring any version of any library, and can neither use nor break Broadside's own.
  private static final class SpiWindow extends ClassLoader {
    private static final List<String> SPI =
        List.of("dev.broadside.core.param.", "dev.broadside.core.work.");

    private final ClassLoader application;
    private final ClassLoader platform = getPlatformClassLoader();

    static {
      registerAsParallelCapable();
    }

    SpiWindow(ClassLoader application) {
      super("spi", getPlatformClassLoader());
      this.application = application;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      return SPI.stream().anyMatch(name::startsWith)
          ? application.loadClass(name)
          : platform.loadClass(name);
    }

    @Override
    public URL getResource(String name) {
      return platform.getResource(name);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws java.io.IOException {
      return platform.getResources(name);
    }
  }
}
