package dev.gatehouse.cli;

import dev.gatehouse.cli.ListOutput.ResultOutput;
import dev.gatehouse.messages.AccessMessages;
import dev.gatehouse.messages.AccessMessages.KeyName;
import dev.gatehouse.messages.AccessMessages.NewKey;
import dev.gatehouse.messages.DemoMessages;
import dev.gatehouse.node.demo.DemoClient;
import dev.gatehouse.node.demo.DemoContent;
import dev.gatehouse.node.demo.DemoRecord;
import dev.gatehouse.node.demo.DemoRemover;
import dev.gatehouse.settings.Settings;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.ScopeType;

/** Fills a running node with demo content, and removes it. */
@Command(
    name = "demo",
    description = {
      "Fills a running node with example content: products, reviews, links, short URLs, meetings,",
      "services, expenses, a sound, prices, log entries, notifications and orders. The content is",
      "recorded in the data folder, and demo remove removes exactly that. Emails about it remain in the",
      "outbox."
    })
final class DemoCommand implements Runnable {
  private static final String KEY = "demo";

  @ParentCommand private GatehouseCommand gatehouse;
  @Mixin private ResultOutput output;

  @Option(
      names = "--url",
      scope = ScopeType.INHERIT,
      description = "Address of the running node. Default: http.host and http.port.")
  private String url = "";

  @Option(
      names = "--emails",
      description = "Fills a node that sends emails, which the owner then gets.")
  private boolean emails;

  /** Result of the command, for programs. */
  private record Outcome(boolean success, int items) {}

  @Override
  public void run() {
    Settings settings = gatehouse.settings();
    var made = new DemoRecord(settings.data().dir());
    if (!made.lines().isEmpty()) {
      throw new IllegalStateException("the node has demo content: run demo remove first");
    }
    if (!settings.smtp().url().isEmpty() && !emails) {
      throw new IllegalStateException(
          "this node sends emails, so the demo would email the owner: repeat with --emails");
    }
    withClient(
        settings,
        (node, api) -> {
          new DemoContent(api, made, ManagementClient.today(), ManagementClient.random())
              .create(settings, text -> {});
          return made.lines().size();
        });
    int items = made.lines().size();
    output.print(
        new Outcome(true, items), items + " items were created. Remove them with: demo remove");
  }

  @Command(
      name = "remove",
      description = "Removes what demo has created, unless it was changed, and nothing else.")
  void remove(@Mixin ResultOutput result) {
    Settings settings = gatehouse.settings();
    var made = new DemoRecord(settings.data().dir());
    int items = made.lines().size();
    var removal = new DemoRemover.Removal(List.of(), 0);
    if (items > 0) {
      removal =
          withClient(
              settings,
              (node, api) ->
                  new DemoRemover(api, chosen -> node.call(DemoMessages.DELETE, chosen), made)
                      .remove());
    }
    String words = removal.words(items);
    result.print(new Outcome(true, items - removal.kept()), words);
  }

  @FunctionalInterface
  private interface Work<R> {
    R with(ManagementClient node, DemoClient api);
  }

  /** Runs work with a key that exists only meanwhile. */
  private <R> R withClient(Settings settings, Work<R> work) {
    String address = url.isEmpty() ? address(settings) : url.replaceAll("/+$", "");
    try (ManagementClient node = gatehouse.managementClient()) {
      String key = node.call(AccessMessages.ADD_KEY, new NewKey(KEY, List.of(), null, null)).key();
      try (var api = new DemoClient(address, settings.access().apiKeyHeader(), key)) {
        return work.with(node, api);
      } finally {
        node.call(AccessMessages.REVOKE_KEY, new KeyName(KEY));
      }
    }
  }

  private static String address(Settings settings) {
    String host = settings.http().host();
    return DemoClient.address(settings.http().scheme() + "://", host, settings.http().port());
  }
}
