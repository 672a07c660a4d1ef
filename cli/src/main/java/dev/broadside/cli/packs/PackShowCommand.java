package dev.broadside.cli.packs;

import dev.broadside.cli.catalogue.Listing;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import dev.broadside.core.report.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `broadside pack show`.
@Command(name = "show", description = "Show a pack, who wants it, and what is in it.")
public final class PackShowCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private PackOptions options = new PackOptions();

  @Mixin private NamedPack pack = new NamedPack();

  public PackShowCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    InstalledPacks packs = options.packs(shell);
    JsonNode found = packs.one(pack.reference());
    List<ClassDescriptor> classes = packs.classes(found.path("sha256").asString(""));
    ObjectNode all = found.deepCopy().asObject();
    all.set("jobClasses", Json.mapper().valueToTree(classes));
    shell.print(options.json(), all, () -> lines(found, classes));
    return ExitStatus.OK;
  }

  private List<String> lines(JsonNode found, List<ClassDescriptor> classes) {
    List<String> lines = new ArrayList<>(PackText.details(found));
    lines.add("");
    lines.addAll(Listing.classes(classes, shell.outTerminal()));
    return lines;
  }
}
