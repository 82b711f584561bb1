package dev.gatehouse.cli;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** API keys: made, listed, revoked. */
@Command(
    name = "keys",
    mixinStandardHelpOptions = true,
    description = "API keys. A key is shown once, when it is made; its hash is kept.")
final class KeysCommand {
  private static final int PAGE = 500;

  @ParentCommand private GatehouseCommand gatehouse;

  private record Made(String name, String key, Set<String> scopes) {}

  private record Key(String name, Set<String> scopes, Instant createdAt) {}

  private record Place(boolean hasMore) {}

  private record Keys(List<Key> keys, Place pagination) {}

  private record Done(String message) {}

  @Command(
      name = "add",
      mixinStandardHelpOptions = true,
      description = "Makes a key; without a scope it is the owner's and may do everything.")
  void add(
      @Parameters(paramLabel = "NAME", description = "what the key is for") String name,
      @Option(
              names = "--scope",
              description = "what it is good for; may be repeated (a wrong one lists them all)")
          Set<String> scopes) {
    try (ManagementClient door = gatehouse.managementClient()) {
      Map<String, ?> order = Map.of("name", name, "scopes", scopes == null ? Set.of() : scopes);
      System.out.println(door.call("access.addKey", order, Made.class).key());
    }
  }

  @Command(name = "list", mixinStandardHelpOptions = true, description = "Lists the stored keys.")
  void list() {
    try (ManagementClient door = gatehouse.managementClient()) {
      boolean more = true;
      for (int skip = 0; more; skip += PAGE) {
        Keys page = door.call("access.listKeys", Map.of("limit", PAGE, "skip", skip), Keys.class);
        page.keys().forEach(KeysCommand::print);
        more = page.pagination().hasMore();
      }
    }
  }

  private static void print(Key key) {
    String scopes = key.scopes().isEmpty() ? "(everything)" : String.join(",", key.scopes());
    System.out.println(key.name() + "\t" + scopes + "\tsince " + key.createdAt());
  }

  @Command(
      name = "revoke",
      mixinStandardHelpOptions = true,
      description = "Revokes a key at once, on every node.")
  void revoke(@Parameters(paramLabel = "NAME") String name) {
    try (ManagementClient door = gatehouse.managementClient()) {
      System.out.println(door.call("access.revokeKey", Map.of("name", name), Done.class).message());
    }
  }
}
