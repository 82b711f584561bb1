package dev.gatehouse.command;

import dev.gatehouse.embedded.EmbeddedStore;
import dev.gatehouse.embedded.StoreReport;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Checks the file of the embedded document store, beside a running node too. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description = {
      "Checks every document and index entry of the embedded document store; a node may be running.",
      "Ends with 0 when all is well, else with 1 and a line for each fault."
    })
final class StoreVerifyCommand implements Callable<Integer> {
  @Option(names = "--data", description = "folder of the store's file (default: the node's)")
  private Path data;

  @Spec private CommandSpec spec;
  @ParentCommand private StoreCommand store;

  @Override
  public Integer call() {
    Path folder = data == null ? store.gatehouse().places().documents() : data;
    StoreReport report = EmbeddedStore.verify(folder);
    var out = spec.commandLine().getOut();
    report.faults().forEach(out::println);
    out.println(
        report.documents()
            + " documents and "
            + report.entries()
            + " index entries in "
            + folder
            + (report.faults().isEmpty() ? ": all is well" : ": there are faults"));
    return report.faults().isEmpty() ? 0 : 1;
  }
}
