package dev.broadside.cli.packs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.cli.CommandRig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// A pack goes to where `--output` says, and nothing there becomes something else.
class PackOutputTest {
  @TempDir private Path folder;

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void aPipeStaysOneAndGivesThePack() throws Exception {
    Path pack = Files.writeString(folder.resolve("a.jar"), "a pack");
    Path pipe = folder.resolve("pipe");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    CompletableFuture<String> read =
        CompletableFuture.supplyAsync(() -> {
          try {
            return Files.readString(pipe);
          } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
        });
    PackFiles.copy(pack, pipe.toString(), new CommandRig(folder).shell());
    assertFalse(Files.isRegularFile(pipe));
    assertEquals("a pack", read.join());
  }

  @Test
  void withoutAServerPackCommandsSayThatTheyAreAboutThisHost() {
    CommandRig rig = new CommandRig(folder);
    String file = Path.of("../examples/sql/transfer.yaml").toAbsolutePath().normalize().toString();
    assertEquals(
        "installed for 'broadside run' on this host; 'broadside pack install "
            + file
            + " --server DIR' gives it to a server",
        rig.run("pack", "install", file).out().lines().toList().getLast());
    assertEquals(
        "packs for 'broadside run' on this host; 'broadside pack list --server DIR' lists those of a"
            + " server",
        rig.run("pack", "list").out().lines().toList().getLast());
  }

  @Test
  void anOptionThatAYamlClassLacksIsLookedUpInTheHelpOfThatFile() {
    String file = Path.of("../examples/sql/transfer.yaml").toAbsolutePath().normalize().toString();
    assertEquals(
        "broadside: option \"--xyzzy\": unknown; 'broadside run "
            + file
            + " --help' lists its parameters, and 'broadside run --help' the other options.",
        new CommandRig(folder)
            .run("run", file, "--url", "jdbc:h2:mem:", "--xyzzy", "1")
            .err()
            .strip());
  }

  @Test
  void anEmptyFolderStaysOne() throws Exception {
    Path jar = Files.writeString(folder.resolve("a.jar"), "no jar");
    Path empty = Files.createDirectory(folder.resolve("empty"));
    CommandRig.Result result =
        new CommandRig(folder).run("pack", "build", jar.toString(), "--output", empty.toString());
    assertEquals(2, result.status());
    assertEquals("broadside: --output " + empty + ": it is a folder; name a file.\n", result.err());
    assertTrue(Files.isDirectory(empty));
  }
}
