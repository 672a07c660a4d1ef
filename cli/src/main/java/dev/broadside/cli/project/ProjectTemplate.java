package dev.broadside.cli.project;

import dev.broadside.cli.shell.Home;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The files of a new project. They lie among the resources of this package; a word in double
/// braces stands for what differs between projects.
enum ProjectTemplate {
  KIT("kit", "against a database in its own memory"),
  PLAIN("plain", "against files in target/"),
  SQL("sql", "against a database in its own memory");

  private static final List<String> WRAPPER =
      List.of("mvnw", "mvnw.cmd", ".mvn/wrapper/maven-wrapper.properties");

  private final String kind;
  private final String against;

  ProjectTemplate(String kind, String against) {
    this.kind = kind;
    this.against = against;
  }

  /// Resources by the file that is made of each.
  private Map<String, String> files(ProjectName name) {
    Map<String, String> files = new LinkedHashMap<>();
    if (this == SQL) {
      files.put("README.md", "sql-README.md");
      files.put(name.text() + ".yaml", "sql-class.yaml");
      return files;
    }
    String path = "java/example/" + name.packageName() + "/" + name.className();
    files.put("README.md", "README.md");
    files.put("job.yaml", kind + "-job.yaml");
    if (this == KIT) {
      files.put(name.text() + ".yaml", "sql-class.yaml");
    }
    files.put("src/main/" + path + ".java", kind + "-class.java");
    files.put("src/test/" + path + "Test.java", kind + "-test.java");
    files.put("pom.xml", "pom.xml");
    files.put(".mvn/maven.config", "maven.config");
    files.put(".editorconfig", "editorconfig");
    files.put(".gitignore", "gitignore");
    files.put(".vscode/launch.json", "launch.json");
    for (String one : List.of("One_iteration.xml", "Load_in_this_JVM.xml", "Attach.xml")) {
      files.put(".idea/runConfigurations/" + one, one);
    }
    return files;
  }

  private Map<String, String> words(ProjectName name, Home home) {
    return Map.of(
        "{{name}}", name.text(),
        "{{class}}", name.className(),
        "{{package}}", name.packageName(),
        "{{table}}", name.tableName(),
        "{{title}}", name.title(),
        "{{against}}", against,
        "{{home}}", home.root().toString());
  }

  /// Writes a project.
  ///
  /// @param folder which does not exist
  /// @return what was written, without the folder
  List<String> write(Path folder, ProjectName name, Home home) throws IOException {
    List<String> written = new ArrayList<>();
    for (Map.Entry<String, String> one : files(name).entrySet()) {
      String text = resource(one.getValue());
      for (Map.Entry<String, String> word : words(name, home).entrySet()) {
        text = text.replace(word.getKey(), word.getValue());
      }
      Files.writeString(fresh(folder, one.getKey()), text);
      written.add(one.getKey());
    }
    if (this == SQL) {
      return written;
    }
    Files.writeString(
        fresh(folder, "src/main/resources/META-INF/services/" + JobProject.SERVICE),
        "example.%s.%s%n".formatted(name.packageName(), name.className()));
    for (String one : WRAPPER) {
      Path from = home.wrapper().resolve(one);
      if (Files.exists(from)) {
        Files.copy(from, fresh(folder, one));
        written.add(one);
      }
    }
    boolean _ = folder.resolve("mvnw").toFile().setExecutable(true);
    return written;
  }

  private static Path fresh(Path folder, String file) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    return path;
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = ProjectTemplate.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("the installation has no template " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
