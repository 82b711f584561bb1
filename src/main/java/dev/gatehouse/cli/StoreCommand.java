package dev.gatehouse.cli;

import dev.gatehouse.store.sqlite.StoreServer;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Runs the embedded document store in a separate process, for a cluster on one machine. */
@Command(
    name = "store",
    description = {
      "Serves documents on 127.0.0.1 until it is stopped; nodes use it by GATEHOUSE_MONGO_URL.",
      "It has no login, so it listens on loopback only."
    },
    subcommands = {StoreVerifyCommand.class, StoreAdoptCommand.class, StoreCopyCommand.class})
final class StoreCommand implements Runnable {
  @Option(names = "--port", description = "Port on 127.0.0.1; 0 selects a free port.")
  private Integer port;

  @Option(names = "--data", description = "Folder of the store's file.")
  private Path data;

  @Spec private CommandSpec spec;
  @ParentCommand private GatehouseCommand gatehouse;

  GatehouseCommand gatehouse() {
    return gatehouse;
  }

  @Override
  public void run() {
    // Not declared as required, because subcommands would then require them too.
    if (port == null || data == null) {
      throw new ParameterException(spec.commandLine(), "--port and --data are required");
    }
    try {
      StoreServer.run(port, data);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
