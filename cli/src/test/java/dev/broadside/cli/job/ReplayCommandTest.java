package dev.broadside.cli.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.cli.CommandRig;
import dev.broadside.cli.SampleRuns;
import dev.broadside.cli.file.ReplayCommand;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.bundle.BundleWriter;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.node.ObjectNode;

/// What is no bundle of this version is refused by one sentence, before anything begins.
class ReplayCommandTest {
  @TempDir private Path folder;

  private static byte[] bundle() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (BundleWriter _ =
        new BundleWriter(
            out,
            "0.1.0",
            "jobs@0.1.0",
            "jobClass: noop\n",
            SampleRuns.run("completed", Verdict.BALANCED))) {
      // What can be replayed is all.
    }
    return out.toByteArray();
  }

  /// The same with another text in one of its entries.
  private static byte[] with(String name, UnaryOperator<String> change) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(bundle()));
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (ZipEntry one = in.getNextEntry(); one != null; one = in.getNextEntry()) {
        String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        zip.putNextEntry(new ZipEntry(one.getName()));
        zip.write(
            (one.getName().equals(name) ? change.apply(text) : text)
                .getBytes(StandardCharsets.UTF_8));
      }
    }
    return out.toByteArray();
  }

  private static byte[] zip(String name, int zeros) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry(name));
      zip.write(new byte[zeros]);
    }
    return out.toByteArray();
  }

  private void refused(String words, byte[] file) throws IOException {
    Path bundle = Files.write(folder.resolve("b.zip"), file);
    CommandRig.Result result = new CommandRig(folder).run("replay", bundle.toString());
    assertEquals(2, result.status(), result.err());
    assertEquals(1, result.errLines().size(), result.err());
    assertTrue(result.err().contains(words), result.err());
  }

  @Test
  void whatIsNoBundleIsRefusedInOneSentence() throws IOException {
    refused("it is not a bundle", "no zip".getBytes(StandardCharsets.UTF_8));
    refused("it is not a bundle", zip("../../etc/passwd", 10));
    refused("larger than", zip("manifest.json", 200 << 20));
    refused("damaged", zip("manifest.json", 10));
    refused("damaged", Arrays.copyOf(bundle(), bundle().length / 3));
    refused(
        "it has format 7",
        with("manifest.json", text -> text.replace("format\" : 1", "format\" : 7")));
    refused("not the one", with("job.yaml", text -> text + "threads: 4000\n"));
    refused("not the one", with("result.json", text -> text.replace("completed", "failed")));
  }

  /// A target is named on a server, and this machine has none.
  @Test
  void aJobOnATargetRunsHereAtTheAddressOfItsTarget() throws IOException {
    ObjectNode result = Json.mapper().valueToTree(SampleRuns.run("completed", Verdict.BALANCED));
    ((ObjectNode) result.get("parameters"))
        .put("url", "jdbc:h2:mem:shop")
        .put("user", "sa")
        .put("password", "***");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String job = "jobClass: igenoltp\ntarget: shop\nparameters: {scale: 2}\n";
    new BundleWriter(
            out, "0.1.0", "jobs@0.1.0", job, Json.mapper().treeToValue(result, RunDocument.class))
        .close();
    Path bundle = Files.write(folder.resolve("b.zip"), out.toByteArray());
    CommandRig rig = new CommandRig(folder);
    List<String> jobs = new ArrayList<>();
    int status =
        new CommandLine(CommandLine.Model.CommandSpec.create())
            .addSubcommand(
                ReplayCommand.line(
                    rig.shell(),
                    words -> {
                      jobs.add(text(Path.of(words[2])));
                      return 0;
                    }))
            .execute("replay", bundle.toString());
    assertEquals(0, status, rig.err());
    assertEquals(
        "jobClass: igenoltp\nparameters:\n  scale: 2\n  url: jdbc:h2:mem:shop\n  user: sa\n",
        jobs.getFirst());
    assertTrue(rig.err().contains("the address that target shop had is used"), rig.err());
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aBundleThatIsNotThereIsRefused() {
    CommandRig.Result result = new CommandRig(folder).run("replay", "nowhere.zip");
    assertEquals(2, result.status());
    assertTrue(result.err().contains("nowhere.zip"), result.err());
  }
}
