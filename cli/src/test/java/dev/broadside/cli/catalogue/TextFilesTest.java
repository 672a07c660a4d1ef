package dev.broadside.cli.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.broadside.cli.shell.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextFilesTest {
  @TempDir private Path folder;

  @Test
  void textsStandBehindTheNamesThatTheUserGave() throws CommandException, IOException {
    Files.writeString(folder.resolve("a.sql"), "select 1;\r\nselect 2;");
    Files.writeString(folder.resolve("b.sql"), "select 3;\n");
    String texts = TextFiles.read("--script", "a.sql@2, b.sql", folder);
    assertEquals("\\file a.sql@2\nselect 1;\nselect 2;\n\\file b.sql\nselect 3;\n", texts);
    assertEquals(texts, TextFiles.read("--script", texts, folder), "what was read stays");
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    CommandException refused =
        assertThrows(CommandException.class, () -> TextFiles.read("--script", "a.sql@2", folder));
    assertEquals(
        List.of(
            "--script, file "
                + folder.resolve("a.sql")
                + ": it does not exist; name another text file."),
        refused.problems().stream().map(one -> one.sentence()).toList());
  }
}
