package dev.gatehouse.cli;

import module java.base;

import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.cli.ListOutput.ResultOutput;
import dev.gatehouse.messages.AccessMessages;
import dev.gatehouse.messages.AccessMessages.KeyName;
import dev.gatehouse.messages.AccessMessages.KeyPage;
import dev.gatehouse.messages.AccessMessages.KeyRenewal;
import dev.gatehouse.messages.AccessMessages.ListedKey;
import dev.gatehouse.messages.AccessMessages.NewKey;
import dev.gatehouse.settings.Durations;
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
      @Option(
              names = "--limit",
              paramLabel = "N",
              description = "Requests in a minute, for this key alone.")
          Integer limit,
      @Option(
              names = "--expires",
              paramLabel = "DURATION",
              description = "Time after which the key expires, for example 90d.")
          String expires,
      @Mixin ResultOutput output) {
    var key =
        new NewKey(
            name,
            List.copyOf(Objects.requireNonNullElse(scopes, List.of())),
            limit,
            seconds(expires));
    var created = gatehouse.call(AccessMessages.ADD_KEY, key);
    output.print(created, created.key());
  }

  @Command(
      name = "renew",
      description = {
        "Replaces a key by a new one with the same name, scopes, limit and lifetime.",
        "The replaced key is listed as NAME.previous and expires after the overlap."
      })
  void renew(
      @Parameters(paramLabel = "NAME", description = "Name of the key.") String name,
      @Option(
              names = "--overlap",
              paramLabel = "DURATION",
              defaultValue = "24h",
              description = "Time in which both keys are valid (${DEFAULT-VALUE}).")
          String overlap,
      @Option(
              names = "--expires",
              paramLabel = "DURATION",
              description = "Lifetime of the new key; that of the replaced key without it.")
          String expires,
      @Mixin ResultOutput output) {
    var renewed =
        gatehouse.call(
            AccessMessages.RENEW_KEY, new KeyRenewal(name, seconds(overlap), seconds(expires)));
    output.print(renewed, renewed.key());
  }

  private static Long seconds(String duration) {
    return duration == null ? null : Durations.parse(duration).toSeconds();
  }

  @Command(
      name = "list",
      description = "Lists the stored keys with their uses, which are up to 10 seconds old.")
  void list(@Mixin ListOutput output) {
    try (ManagementClient node = gatehouse.managementClient()) {
      output.print(
          node.readAll(
              AccessMessages.LIST_KEYS,
              skip -> new PageOrder(ManagementClient.PAGE, skip),
              KeyPage::keys,
              KeyPage::pagination),
          List.of("NAME", "SCOPES", "LIMIT", "SINCE", "EXPIRES", "LAST USE", "ADDRESS", "USES"),
          KeysCommand::cells);
    }
  }

  private static List<String> cells(ListedKey key) {
    String scopes = key.scopes().isEmpty() ? "(everything)" : String.join(",", key.scopes());
    return List.of(
        key.name(),
        scopes,
        Objects.toString(key.perMinute(), "-"),
        key.createdAt().toString(),
        Objects.toString(key.expiresAt(), "never"),
        Objects.toString(key.lastUsedAt(), "never"),
        Objects.toString(key.lastAddress(), "-"),
        Long.toString(key.uses()));
  }

  @Command(name = "revoke", description = "Revokes a key at once, on every node.")
  void revoke(
      @Parameters(paramLabel = "NAME", description = "Name of the key.") String name,
      @Mixin ResultOutput output) {
    var done = gatehouse.call(AccessMessages.REVOKE_KEY, new KeyName(name));
    output.print(done, done.message());
  }
}
