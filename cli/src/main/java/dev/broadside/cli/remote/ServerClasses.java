package dev.broadside.cli.remote;

import dev.broadside.cli.catalogue.Catalogue;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import dev.broadside.core.report.Json;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The job classes of the packs that a server has, each from the pack that new jobs use.
///
/// @param server the options by which a command names the server
/// @param json as the server describes them
public record ServerClasses(String server, List<JsonNode> json) {
  public static ServerClasses of(ServerClient client)
      throws CommandException, InterruptedException {
    return of(client, Optional.empty());
  }

  /// The job classes of one pack.
  public static ServerClasses of(ServerClient client, Optional<String> pack)
      throws CommandException, InterruptedException {
    String query = pack.map(text -> "?pack=" + ServerClient.segment(text)).orElse("");
    return new ServerClasses(
        client.named(),
        client.get("/job-classes" + query).path("jobClasses").valueStream().toList());
  }

  public List<ClassDescriptor> all() {
    return json.stream().map(ServerClasses::descriptor).toList();
  }

  /// The job class of an id, or the sentence that says which there are.
  public JsonNode find(String id) throws CommandException {
    Optional<JsonNode> found = json.stream().filter(one -> id(one).equals(id)).findFirst();
    return found.orElseThrow(() ->
        new CommandException(
            Catalogue.unknown(id, json.stream().map(ServerClasses::id).toList(), server)));
  }

  private static String id(JsonNode one) {
    return one.path("id").asString("");
  }

  public static ClassDescriptor descriptor(JsonNode one) {
    return Json.mapper().treeToValue(one, ClassDescriptor.class);
  }
}
