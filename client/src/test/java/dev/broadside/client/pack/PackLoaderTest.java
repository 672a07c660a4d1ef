package dev.broadside.client.pack;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.broadside.core.digest.Sha256;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackLoaderTest {
  private static final String OF_THE_KIT = "dev.broadside.kit.jdbc.Target";

  @TempDir Path folder;

  private ClassLoader pack() throws Exception {
    Path pack = TestPacks.scripted(folder);
    return PackLoader.open(pack, Sha256.hex(pack), List.of()).classLoader();
  }

  @Test
  void aPackFindsTheKitBesideItAndNotTheApplications() throws Exception {
    ClassLoader pack = pack();
    Class<?> target = pack.loadClass(OF_THE_KIT);
    assertSame(pack, target.getClassLoader());
    assertNotSame(Class.forName(OF_THE_KIT), target);
  }

  @Test
  void aPackSeesNothingElseOfTheApplication() throws Exception {
    ClassLoader pack = pack();
    assertThrows(ClassNotFoundException.class, () -> pack.loadClass(PackLoader.class.getName()));
  }
}
