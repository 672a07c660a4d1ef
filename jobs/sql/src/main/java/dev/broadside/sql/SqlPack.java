package dev.broadside.sql;

import dev.broadside.core.param.Problem;
import dev.broadside.core.work.JobClass;
import dev.broadside.sql.file.YamlClass;
import dev.broadside.sql.file.YamlClassReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;

/// Makes a jar of a YAML job class: the file, what it names, and all the code that it needs, so
/// that a pack of it runs on any agent, and stays the same pack as long as the file does.
public record SqlPack(Path path, YamlClass file, String text) {
  private static final String OURS = "dev/broadside/sql/";
  private static final String YAML = "org/snakeyaml/engine/";
  private static final long MAX_ATTACHMENT = 64L << 20;

  /// Whether a file is a YAML job class: YAML or JSON with the key `job-class`.
  public static boolean isOne(Path path) throws IOException {
    String name = path.toString();
    boolean named = name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json");
    return named && Files.isRegularFile(path) && YamlClassReader.isOne(Files.readString(path));
  }

  /// Reads a YAML job class.
  ///
  /// @param problems everything that is wrong is added here
  public static Optional<SqlPack> read(Path path, List<Problem> problems) throws IOException {
    String text = Files.readString(path);
    return switch (YamlClassReader.read(path.toString(), text, name -> beside(path, name))) {
      case YamlClass.Reading.Good(YamlClass file) -> Optional.of(new SqlPack(path, file, text));
      case YamlClass.Reading.Bad(List<Problem> found) -> {
        problems.addAll(found);
        yield Optional.empty();
      }
    };
  }

  /// A file in the folder of the YAML job class, or in one below it.
  private static Optional<String> beside(Path path, String name) {
    Path folder = path.toAbsolutePath().resolveSibling("").normalize();
    Path file = folder.resolve(name).normalize();
    try {
      boolean there =
          file.startsWith(folder)
              && Files.isRegularFile(file)
              && Files.size(file) <= MAX_ATTACHMENT;
      return there ? Optional.of(Files.readString(file)) : Optional.empty();
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /// Writes the jar from which a pack is built.
  public void write(Path jar) throws IOException {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.put(Attributes.Name.IMPLEMENTATION_TITLE, file.description().id());
    main.put(Attributes.Name.IMPLEMENTATION_VERSION, file.packing().version());
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      put(out, PackedClass.FILE, text);
      put(out, PackedClass.NAME, path.getFileName().toString());
      for (String name : file.packing().attachments()) {
        put(out, PackedClass.FOLDER + name, beside(path, name).orElseThrow());
      }
      put(out, "META-INF/services/" + JobClass.class.getName(), PackedClass.class.getName() + "\n");
      copy(SqlPack.class, OURS, out);
      copy(Compose.class, YAML, out);
    }
  }

  private static void put(JarOutputStream out, String name, String text) throws IOException {
    out.putNextEntry(new ZipEntry(name));
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.closeEntry();
  }

  /// Copies the classes below a folder from the jar or folder that a class was loaded from.
  private static void copy(Class<?> one, String folder, JarOutputStream out) throws IOException {
    Path home = home(one);
    if (Files.isDirectory(home)) {
      copy(home, folder, out);
      return;
    }
    URI jar = URI.create("jar:" + home.toUri());
    try (FileSystem inside = FileSystems.newFileSystem(jar, Map.of())) {
      copy(inside.getPath("/"), folder, out);
    }
  }

  private static Path home(Class<?> one) {
    try {
      return Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void copy(Path root, String folder, JarOutputStream out) throws IOException {
    try (Stream<Path> files = Files.walk(root.resolve(folder))) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        out.putNextEntry(new ZipEntry(root.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, out);
        out.closeEntry();
      }
    }
  }

  /// The job class of the file in its pack, as agents find it.
  public static class PackedClass extends SqlJob {
    /// The folder of the file's attachments in a pack.
    static final String FOLDER = "META-INF/broadside/class/";

    /// The place of the file.
    static final String FILE = "META-INF/broadside/class.yaml";

    /// The place of its author's name for it.
    static final String NAME = "META-INF/broadside/class.name";

    public PackedClass() {
      super(read(required(NAME), FILE));
    }

    /// One of several job classes in a jar.
    ///
    /// @param name of its file, in the folder `META-INF/broadside/class`
    protected PackedClass(String name) {
      super(read(name, FOLDER + name));
    }

    private static YamlClass read(String name, String place) {
      return switch (YamlClassReader.read(
          name, required(place), beside -> resource(FOLDER + beside))) {
        case YamlClass.Reading.Good(YamlClass file) -> file;
        case YamlClass.Reading.Bad(List<Problem> problems) ->
            throw new IllegalStateException(problems.getFirst().sentence());
      };
    }

    private static String required(String name) {
      return resource(name).orElseThrow(() -> new IllegalStateException("the pack has no " + name));
    }

    private static Optional<String> resource(String name) {
      try (InputStream in = PackedClass.class.getClassLoader().getResourceAsStream(name)) {
        return in == null
            ? Optional.empty()
            : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
