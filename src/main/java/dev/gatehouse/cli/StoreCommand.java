package dev.gatehouse.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Verifies the store, joins documents and files, and copies documents to or from a server. */
@Command(
    name = "store",
    description = "Verifies, joins and copies the documents and files of a node.",
    subcommands = {StoreVerifyCommand.class, StoreAdoptCommand.class, StoreCopyCommand.class})
final class StoreCommand {
  @ParentCommand private GatehouseCommand gatehouse;

  GatehouseCommand gatehouse() {
    return gatehouse;
  }
}
