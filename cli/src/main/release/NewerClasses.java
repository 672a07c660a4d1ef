import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.instruction.ConstantInstruction.LoadConstantInstruction;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/// Makes jars such that a start-up cache takes their classes, in place: `java NewerClasses.java JAR...`.
///
/// A cache takes no classes of Java 5, as picocli's are: they get a version and stack maps of today. And none
/// of a signed jar, as Bouncy Castle's are: they lose the signature, which only the JVM would look at. Else
/// their loading and verification is most of the time of a short command.
final class NewerClasses {
  private static final int JAVA_5 = 49;
  private static final int JAVA_17 = 61;
  private static final String SIGNATURE = "META-INF/.*[.](SF|RSA|DSA|EC)";

  /// A search for a class that nobody brings opens every jar of the class path, at each start. picocli asks
  /// whether values are instances of this one.
  private static final String ABSENT = "groovy.lang.Closure";

  private NewerClasses() {}

  public static void main(String[] jars) throws IOException {
    for (String jar : jars) {
      rewrite(Path.of(jar));
    }
  }

  private static void rewrite(Path jar) throws IOException {
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
        if (!old.getName().matches(SIGNATURE)) {
          ZipEntry entry = new ZipEntry(old.getName());
          entry.setTimeLocal(old.getTimeLocal());
          out.putNextEntry(entry);
          out.write(newer(format, old.getName(), in.getInputStream(old).readAllBytes()));
        }
      }
    }
    Files.move(fresh, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  private static byte[] newer(ClassFile format, String name, byte[] old) throws IOException {
    if (name.equals(JarFile.MANIFEST_NAME)) {
      Manifest manifest = new Manifest(new ByteArrayInputStream(old));
      manifest.getEntries().values().forEach(one -> one.keySet().removeIf(NewerClasses::isDigest));
      manifest.getEntries().values().removeIf(Map::isEmpty);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      manifest.write(out);
      return out.toByteArray();
    }
    // Bytes 6 and 7 of a class are its version.
    return name.endsWith(".class") && old[7] <= JAVA_5 ? newer(format, old) : old;
  }

  private static boolean isDigest(Object attribute) {
    return attribute.toString().endsWith("-Digest");
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
    CodeTransform code =
        (builder, element) -> {
          if (element instanceof LoadConstantInstruction load && load.constantValue().equals(ABSENT)) {
            builder.loadConstant("java.lang.Void");
          } else {
            builder.with(element);
          }
        };
    return format.transformClass(
        format.parse(old),
        version.andThen(ClassTransform.transformingMethodBodies(code)));
  }
}
