package dev.broadside.cli.packs;

import dev.broadside.cli.catalogue.LocalPack;
import dev.broadside.cli.catalogue.LocalPacks;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import dev.broadside.core.report.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// The packs of this machine.
record MachinePacks(LocalPacks packs) implements InstalledPacks {
  private static final String BUNDLED = "installation";

  /// @param from `installation`, or empty where the user has installed it
  private record View(
      String sha256,
      String name,
      String version,
      long bytes,
      Instant installedAt,
      List<String> classes,
      List<String> wantedBy,
      String from) {}

  @Override
  public String place() {
    return "for 'broadside run' on this host";
  }

  private JsonNode view(LocalPack pack) throws CommandException {
    return Json.mapper()
        .valueToTree(
            new View(
                pack.sha256(),
                pack.descriptor().name(),
                pack.descriptor().version(),
                pack.file().toFile().length(),
                LocalPacks.installedAt(pack.file()),
                pack.descriptor().classes().stream().map(ClassDescriptor::id).toList(),
                List.of(),
                packs.isBundled(pack) ? BUNDLED : ""));
  }

  @Override
  public JsonNode all() throws CommandException {
    List<JsonNode> views = new ArrayList<>();
    for (LocalPack pack : packs.all()) {
      views.add(view(pack));
    }
    return Json.mapper().valueToTree(Map.of("packs", views));
  }

  @Override
  public JsonNode one(String reference) throws CommandException {
    return view(meant(reference));
  }

  private LocalPack meant(String reference) throws CommandException {
    return packs.meantBy(reference).getFirst();
  }

  @Override
  public List<ClassDescriptor> classes(String reference) throws CommandException {
    return meant(reference).descriptor().classes();
  }

  @Override
  public JsonNode install(LocalPack pack) throws CommandException {
    return view(packs.install(pack));
  }

  @Override
  public JsonNode remove(String reference) throws CommandException {
    LocalPack pack = meant(reference);
    JsonNode view = view(pack);
    packs.remove(pack);
    return view;
  }

  @Override
  public void download(String reference, String target, Shell shell) throws CommandException {
    PackFiles.copy(meant(reference).file(), target, shell);
  }
}
