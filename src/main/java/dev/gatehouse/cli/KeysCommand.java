package dev.gatehouse.cli;

import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.messages.AccessMessages;
import dev.gatehouse.messages.AccessMessages.KeyName;
import dev.gatehouse.messages.AccessMessages.KeyPage;
import dev.gatehouse.messages.AccessMessages.ListedKey;
import dev.gatehouse.messages.AccessMessages.NewKey;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Creates, lists and revokes API keys. */
@Command(
    name = "keys",
    description =
        "Manages API keys. A key is shown once, when it is created; only its hash is stored.")
final class KeysCommand {
  @ParentCommand private GatehouseCommand gatehouse;

  @Command(
      name = "add",
      description = "Creates a key. Without a scope it has all permissions of the owner.")
  void add(
      @Parameters(paramLabel = "NAME", description = "Name of the key.") String name,
      @Option(
              names = "--scope",
              description = "Scope of the key, repeatable. An unknown scope lists all.")
          Set<String> scopes,
      @Mixin ResultOutput output) {
    var key = new NewKey(name, List.copyOf(Objects.requireNonNullElse(scopes, List.of())));
    var created = gatehouse.call(AccessMessages.ADD_KEY, key);
    output.print(created, created.key());
  }

  @Command(name = "list", description = "Lists the stored keys.")
  void list(@Mixin ListOutput output) {
    try (ManagementClient node = gatehouse.managementClient()) {
      output.print(
          node.readAll(
              AccessMessages.LIST_KEYS,
              skip -> new PageOrder(ManagementClient.PAGE, skip),
              KeyPage::keys,
              KeyPage::pagination),
          List.of("NAME", "SCOPES", "SINCE"),
          KeysCommand::cells);
    }
  }

  private static List<String> cells(ListedKey key) {
    String scopes = key.scopes().isEmpty() ? "(everything)" : String.join(",", key.scopes());
    return List.of(key.name(), scopes, key.createdAt().toString());
  }

  @Command(name = "revoke", description = "Revokes a key at once, on every node.")
  void revoke(
      @Parameters(paramLabel = "NAME", description = "Name of the key.") String name,
      @Mixin ResultOutput output) {
    var done = gatehouse.call(AccessMessages.REVOKE_KEY, new KeyName(name));
    output.print(done, done.message());
  }
}
