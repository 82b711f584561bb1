package dev.gatehouse.cli;

import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.messages.AccessMessages;
import dev.gatehouse.messages.AccessMessages.KeyName;
import dev.gatehouse.messages.AccessMessages.KeyPage;
import dev.gatehouse.messages.AccessMessages.ListedKey;
import dev.gatehouse.messages.AccessMessages.NewKey;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Creates, lists and revokes API keys. */
@Command(
    name = "keys",
    mixinStandardHelpOptions = true,
    description =
        "Manages API keys. A key is shown once, when it is created; only its hash is stored.")
final class KeysCommand {
  private static final int PAGE = 500;

  @ParentCommand private GatehouseCommand gatehouse;

  @Command(
      name = "add",
      mixinStandardHelpOptions = true,
      description = "Creates a key. Without a scope it has all permissions of the owner.")
  void add(
      @Parameters(paramLabel = "NAME", description = "name of the key") String name,
      @Option(
              names = "--scope",
              description = "scope of the key; repeatable (an unknown scope lists all)")
          Set<String> scopes) {
    try (ManagementClient door = gatehouse.managementClient()) {
      var key = new NewKey(name, scopes == null ? List.of() : List.copyOf(scopes));
      System.out.println(door.call(AccessMessages.ADD_KEY, key).key());
    }
  }

  @Command(name = "list", mixinStandardHelpOptions = true, description = "Lists the stored keys.")
  void list() {
    try (ManagementClient door = gatehouse.managementClient()) {
      boolean more = true;
      for (int skip = 0; more; skip += PAGE) {
        KeyPage page = door.read(AccessMessages.LIST_KEYS, new PageOrder(PAGE, skip));
        page.keys().forEach(KeysCommand::print);
        more = page.pagination().hasMore();
      }
    }
  }

  private static void print(ListedKey key) {
    String scopes = key.scopes().isEmpty() ? "(everything)" : String.join(",", key.scopes());
    System.out.println(key.name() + "\t" + scopes + "\tsince " + key.createdAt());
  }

  @Command(
      name = "revoke",
      mixinStandardHelpOptions = true,
      description = "Revokes a key at once, on every node.")
  void revoke(@Parameters(paramLabel = "NAME") String name) {
    try (ManagementClient door = gatehouse.managementClient()) {
      System.out.println(door.call(AccessMessages.REVOKE_KEY, new KeyName(name)).message());
    }
  }
}
