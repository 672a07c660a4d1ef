import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/// Gives the classes of a jar a version and stack maps of today, in place: `java NewerClasses.java JAR`.
///
/// A start-up cache takes no classes of Java 5, as picocli's are, and to load and verify them is most of the
/// time of a short command. What the classes do stays the same.
final class NewerClasses {
  private static final int JAVA_17 = 61;

  private NewerClasses() {}

  public static void main(String[] line) throws IOException {
    Path jar = Path.of(line[0]);
    Path fresh = jar.resolveSibling(jar.getFileName() + ".new");
    URL[] path = {jar.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(path);
        ZipFile in = new ZipFile(jar.toFile());
        OutputStream file = Files.newOutputStream(fresh);
        ZipOutputStream out = new ZipOutputStream(file)) {
      ClassFile format =
          ClassFile.of(
              StackMapsOption.GENERATE_STACK_MAPS,
              ClassHierarchyResolverOption.of(
                  ClassHierarchyResolver.ofResourceParsing(loader)
                      .orElse(ClassHierarchyResolver.defaultResolver())));
      for (ZipEntry old : Collections.list(in.entries())) {
        byte[] bytes = in.getInputStream(old).readAllBytes();
        boolean code = old.getName().endsWith(".class") && !old.getName().endsWith("-info.class");
        ZipEntry entry = new ZipEntry(old.getName());
        entry.setTimeLocal(old.getTimeLocal());
        out.putNextEntry(entry);
        out.write(code ? newer(format, bytes) : bytes);
      }
    }
    Files.move(fresh, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  private static byte[] newer(ClassFile format, byte[] old) {
    ClassTransform version =
        (builder, element) -> {
          if (element instanceof ClassFileVersion) {
            builder.withVersion(JAVA_17, 0);
          } else {
            builder.with(element);
          }
        };
    // Stack maps are made for code that is copied instruction by instruction.
    return format.transformClass(
        format.parse(old),
        version.andThen(ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL)));
  }
}
