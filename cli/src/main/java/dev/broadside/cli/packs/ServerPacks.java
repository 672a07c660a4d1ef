package dev.broadside.cli.packs;

import dev.broadside.cli.catalogue.LocalPack;
import dev.broadside.cli.remote.Download;
import dev.broadside.cli.remote.ServerClasses;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The packs of a server.
record ServerPacks(ServerClient client) implements InstalledPacks {
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
