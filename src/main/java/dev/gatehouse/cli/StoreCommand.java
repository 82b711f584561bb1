package dev.gatehouse.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
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
  @Spec private CommandSpec spec;
  @ParentCommand private GatehouseCommand gatehouse;

  GatehouseCommand gatehouse() {
    return gatehouse;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "name a command");
  }
}
