package dev.broadside.cli.packs;

import dev.broadside.cli.catalogue.LocalPack;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The packs of a server, or of this machine. A pack is told of as the HTTP API tells of it:
/// `sha256`, `name`, `version`, `bytes`, `installedAt`, `classes`, `wantedBy`.
///
/// A reference is what [dev.broadside.core.pack.PackReference] reads; it means the newest that it
/// fits.
interface InstalledPacks {
  /// Where they are, in words, such as `at server https://127.0.0.1:8080`.
  String place();

  /// All of them, newest first, as the list `packs`.
  JsonNode all() throws CommandException, InterruptedException;

  /// One.
  JsonNode one(String reference) throws CommandException, InterruptedException;

  /// The job classes of one.
  List<ClassDescriptor> classes(String reference) throws CommandException, InterruptedException;

  /// Takes a pack in, as the newest.
  JsonNode install(LocalPack pack) throws CommandException, InterruptedException;

  /// Removes one that nobody wants.
  JsonNode remove(String reference) throws CommandException, InterruptedException;

  /// Brings one's file.
  ///
  /// @param target a file, or `-`
  void download(String reference, String target, Shell shell)
      throws CommandException, InterruptedException;

  /// `NAME@VERSION` of one that is told of.
  static String reference(JsonNode pack) {
    return pack.path("name").asString("") + "@" + pack.path("version").asString("");
  }
}
