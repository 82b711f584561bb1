package dev.gatehouse.cli;

import dev.gatehouse.node.agreement.AgreementRepository;
import dev.gatehouse.node.storage.StoredDocuments;
import dev.gatehouse.settings.Settings;
import io.vertx.core.Vertx;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Manages shared settings of a cluster's nodes. */
@Command(
    name = "cluster",
    description = "Manages shared settings of a cluster's nodes.",
    subcommands = {ClusterPrepareCommand.class, SharedSettingsCommand.class, RotateCommand.class})
final class ClusterCommand {
  @ParentCommand private GatehouseCommand gatehouse;

  Settings settings() {
    return gatehouse.settings();
  }

  /** Runs work on the documents that all nodes share, whether or not nodes run. */
  void withAgreement(Consumer<AgreementRepository> work) {
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
