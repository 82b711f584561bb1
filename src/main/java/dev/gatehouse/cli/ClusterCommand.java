package dev.gatehouse.cli;

import module java.base;

import dev.gatehouse.formats.CommandName;
import dev.gatehouse.node.agreement.AgreementRepository;
import dev.gatehouse.node.agreement.StoredSetting;
import dev.gatehouse.node.agreement.StoredSetting.Version;
import dev.gatehouse.node.storage.StoredDocuments;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Durations;
import dev.gatehouse.settings.Settings;
import io.vertx.core.Vertx;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Manages shared settings of a cluster's nodes. */
@Command(
    name = "cluster",
    description = "Manages shared settings of a cluster's nodes.",
    subcommands = ClusterPrepareCommand.class)
final class ClusterCommand {
  private static final Duration LONGEST = Duration.ofDays(30);

  @ParentCommand private GatehouseCommand gatehouse;

  Settings settings() {
    return gatehouse.settings();
  }

  @Command(
      name = "settings",
      description = {
        "Lists the settings that are equal on all nodes: key, node that stored the value, and time.",
        "Values are not shown; only their keyed digests are stored."
      })
  void settings(@Mixin ListOutput output) {
    withAgreement(repository -> {
      Instant now = repository.now();
      List<Shared> all =
          repository.all().stream().map(setting -> shared(setting.at(now), now)).toList();
      output.print(
          all,
          List.of("KEY", "VALUE", "ROTATION"),
          each -> List.of(each.key(), each.value(), each.rotation()));
    });
  }

  /**
   * A setting on which the nodes agree.
   *
   * @param rotation the end of a rotation and the origin of the second value; else empty
   */
  private record Shared(String key, String value, String rotation) {}

  private static Shared shared(StoredSetting setting, Instant now) {
    String value = origin(setting.agreed());
    if (!setting.isRotating(now)) {
      return new Shared(setting.id(), value, "");
    }
    String second =
        setting.second().exists() ? origin(setting.second()) : "not chosen by a node yet";
    return new Shared(
        setting.id(), value, "until " + setting.rotationEnd() + ", second value: " + second);
  }

  private static String origin(Version version) {
    return "%s by %s at %s"
        .formatted(version.given() ? "set" : "stored without a value", version.by(), version.at());
  }

  /** Lets two values of a setting be valid while the nodes restart one after the other. */
  @Command(
      name = "rotate",
      description = {
        "Lets nodes start with a second value of a setting that must be equal on all nodes.",
        "Nodes with the old value remain valid until the rotation ends."
      })
  void rotate(
      @Parameters(paramLabel = "KEY", description = "Setting, for example access.jwtSecret.")
          String key,
      @Option(
              names = "--for",
              defaultValue = "24h",
              description = "Duration of the rotation, at most 30d.")
          String duration,
      @Option(
              names = "--end",
              description = "Ends the rotation now. Only the second value is valid.")
          boolean end,
      @Mixin ResultOutput output) {
    Duration length = Durations.parse(duration);
    Check.that(length.compareTo(LONGEST) <= 0, "--for must be at most 30d");
    withAgreement(repository -> {
      Instant now = repository.now();
      StoredSetting setting =
          repository
              .rotate(key, end ? now : now.plus(length), now)
              .orElseThrow(() ->
                  new IllegalStateException(
                      "no node has stored %s; %s cluster settings lists the keys"
                          .formatted(key, CommandName.get())));
      String message = message(setting, end);
      output.print(Map.of("key", key, "message", message), message);
    });
  }

  private static String message(StoredSetting setting, boolean end) {
    if (!end) {
      return ("a second value of %s is valid until %s: change it on one node after the other,"
              + " and restart each")
          .formatted(setting.id(), setting.rotationEnd());
    }
    if (setting.second().exists()) {
      return "the rotation has ended: only the value of node "
          + setting.second().by()
          + " is valid";
    }
    return "the rotation has ended without a second value: nothing has changed";
  }

  /** Runs work on the documents that all nodes share, whether or not nodes run. */
  private void withAgreement(Consumer<AgreementRepository> work) {
    Settings settings = gatehouse.settings();
    if (settings.mongo().url().isEmpty()) {
      throw new IllegalStateException(
          "GATEHOUSE_MONGO_URL is not set: only the nodes of a cluster agree on settings");
    }
    Vertx vertx = Vertx.vertx();
    try (StoredDocuments documents = ManagementClient.documents(vertx, settings)) {
      try {
        work.accept(ManagementClient.agreement(documents));
      } finally {
        documents.closeClient();
      }
    } finally {
      vertx.close().await();
    }
  }
}
