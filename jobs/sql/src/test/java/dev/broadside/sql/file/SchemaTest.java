package dev.broadside.sql.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The JSON Schema that is shipped is that of the keys; `-Dupdate=true` writes it anew.
class SchemaTest {
  private static final Path FILE = Path.of("../../docs/schema/yaml-job-class.schema.json");

  @Test
  void theShippedSchemaIsThatOfTheKeys() throws IOException {
    if (Boolean.getBoolean("update")) {
      Files.createDirectories(FILE.getParent());
      Files.writeString(FILE, SchemaText.text());
    }
    assertEquals(Files.readString(FILE), SchemaText.text());
    assertTrue(SchemaText.text().contains("\"job-class\""));
  }
}
