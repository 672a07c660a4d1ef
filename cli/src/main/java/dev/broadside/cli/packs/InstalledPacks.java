package dev.broadside.cli.packs;

import dev.broadside.cli.catalogue.LocalPack;
import dev.broadside.cli.catalogue.LocalPacks;
import dev.broadside.cli.remote.Download;
import dev.broadside.cli.remote.ServerClasses;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import dev.broadside.core.report.Json;
import dev.broadside.server.api.PackRoutes.PackView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The packs of a server, or of this machine. A pack is described as by the HTTP API: `sha256`,
/// `name`, `version`, `bytes`, `installedAt`, `classes`, `wantedBy`.
///
/// A reference is what [dev.broadside.core.pack.PackReference] reads; it means the newest that it
/// fits.
interface InstalledPacks {
  /// Where they are, in words, such as `at server https://127.0.0.1:8080`.
  String place();

  /// All packs, newest first, as the list `packs`.
  JsonNode all() throws CommandException, InterruptedException;

  /// One.
  JsonNode one(String reference) throws CommandException, InterruptedException;

  /// The job classes of one.
  List<ClassDescriptor> classes(String reference) throws CommandException, InterruptedException;

  /// Installs a pack, as the newest.
  JsonNode install(LocalPack pack) throws CommandException, InterruptedException;

  /// Removes one that nobody wants.
  JsonNode remove(String reference) throws CommandException, InterruptedException;

  /// Brings one's file.
  ///
  /// @param target a file, or `-`
  void download(String reference, String target, Shell shell)
      throws CommandException, InterruptedException;

  /// `NAME@VERSION` of a described pack.
  static String reference(JsonNode pack) {
    return pack.path("name").asString("") + "@" + pack.path("version").asString("");
  }

  /// The packs of a server.
  record OfServer(ServerClient client) implements InstalledPacks {
    private static final String PACKS = "/packs";

    @Override
    public String place() {
      return "at server " + client.address();
    }

    @Override
    public JsonNode all() throws CommandException, InterruptedException {
      return client.get(PACKS);
    }

    private static String path(String reference) {
      return PACKS + "/" + ServerClient.segment(reference);
    }

    @Override
    public JsonNode one(String reference) throws CommandException, InterruptedException {
      return client.get(path(reference));
    }

    @Override
    public List<ClassDescriptor> classes(String reference)
        throws CommandException, InterruptedException {
      return ServerClasses.of(client, Optional.of(reference)).all();
    }

    @Override
    public JsonNode install(LocalPack pack) throws CommandException, InterruptedException {
      return client.upload(PACKS, pack.file());
    }

    @Override
    public JsonNode remove(String reference) throws CommandException, InterruptedException {
      return client.delete(path(reference));
    }

    @Override
    public void download(String reference, String target, Shell shell)
        throws CommandException, InterruptedException {
      new Download(client).to(path(reference) + "/file", "--output " + target, target, shell);
    }
  }

  /// The packs of this machine.
  record OfMachine(LocalPacks packs) implements InstalledPacks {
    private static final String BUNDLED = "installation";

    @Override
    public String place() {
      return "for 'broadside run' on this host";
    }

    /// A pack as a server describes it, and whether it came with the installation.
    private JsonNode view(LocalPack pack) throws CommandException {
      PackView view =
          new PackView(
              pack.sha256(),
              pack.descriptor().name(),
              pack.descriptor().version(),
              pack.file().toFile().length(),
              LocalPacks.installedAt(pack.file()),
              pack.descriptor().classes().stream().map(ClassDescriptor::id).toList(),
              List.of());
      ObjectNode node = Json.mapper().valueToTree(view);
      return node.put("from", packs.isBundled(pack) ? BUNDLED : "");
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
}
