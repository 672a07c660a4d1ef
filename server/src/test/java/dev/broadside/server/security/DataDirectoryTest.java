package dev.broadside.server.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {
  @TempDir Path parent;

  @Test
  void directoryAndSecretsBelongToTheirOwnerAlone() throws Exception {
    try (DataDirectory directory = DataDirectory.open(parent.resolve("a/b/data"))) {
      directory.secret("join", () -> "secret");
      assertEquals("rwx------", rights(directory.root()));
      assertEquals("rw-------", rights(directory.resolve("join")));
      assertEquals("rw-------", rights(directory.resolve("lock")));
      assertEquals("rwx------", rights(directory.directory("packs")));
    }
  }

  @Test
  void rightsThatOthersWereGivenAreTakenBack() throws Exception {
    Path root = parent.resolve("data");
    Files.createDirectory(
        root, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    Files.writeString(root.resolve("join"), "secret\n");
    Files.setPosixFilePermissions(
        root.resolve("join"), PosixFilePermissions.fromString("rw-r--r--"));
    try (DataDirectory directory = DataDirectory.open(root)) {
      assertEquals("secret", directory.secret("join", () -> "other"));
      assertEquals("rwx------", rights(root));
      assertEquals("rw-------", rights(root.resolve("join")));
    }
  }

  @Test
  void aSecretIsMadeOnce() throws Exception {
    String first;
    try (DataDirectory directory = DataDirectory.open(parent)) {
      first = directory.secret("join", Tokens::make);
    }
    try (DataDirectory directory = DataDirectory.open(parent)) {
      assertEquals(first, directory.secret("join", Tokens::make));
      assertNotEquals(first, directory.secret("admin-token", Tokens::make));
    }
  }

  @Test
  void twoServersCannotShareIt() throws Exception {
    try (DataDirectory _ = DataDirectory.open(parent)) {
      SetupException refused = assertThrows(SetupException.class, () -> DataDirectory.open(parent));
      assertTrue(
          refused.getMessage().contains("another Broadside server uses it"), refused.getMessage());
    }
    DataDirectory.open(parent).close();
  }

  @Test
  void aFileInItsPlaceIsOneSentence() throws Exception {
    Path file = Files.writeString(parent.resolve("file"), "x");
    SetupException refused = assertThrows(SetupException.class, () -> DataDirectory.open(file));
    assertTrue(refused.getMessage().contains("a file and not a directory"), refused.getMessage());
    SetupException below =
        assertThrows(SetupException.class, () -> DataDirectory.open(file.resolve("data")));
    assertTrue(below.getMessage().contains("--data"), below.getMessage());
  }

  @Test
  void aPlaceThatCannotBeWrittenIsOneSentence() {
    SetupException refused =
        assertThrows(SetupException.class, () -> DataDirectory.open(Path.of("/proc/broadside")));
    assertTrue(refused.getMessage().contains("cannot be written"), refused.getMessage());
    assertEquals(1, refused.getMessage().lines().count());
  }

  @Test
  void anEmptySecretIsRefused() throws Exception {
    Files.writeString(parent.resolve("join"), "\n");
    try (DataDirectory directory = DataDirectory.open(parent)) {
      assertThrows(SetupException.class, () -> directory.secret("join", () -> "x"));
    }
  }

  private static String rights(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
