package dev.gatehouse.command;

import dev.gatehouse.embedded.EmbeddedStore;
import dev.gatehouse.embedded.StoreReport;
import dev.gatehouse.node.Modules;
import dev.gatehouse.node.StoredDocuments;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.BlobFolder;
import io.vertx.core.Vertx;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Checks the embedded document store and the files that documents name. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description = {
      "Checks every document and index entry of the embedded document store, and that every file",
      "which documents name is there with the size and SHA-256 that they state; a node may be running.",
      "Ends with 0 when all is well, else with 1 and a line for each fault."
    })
final class StoreVerifyCommand implements Callable<Integer> {
  @Option(
      names = "--data",
      description = "folder of another store's file, which alone is checked (default: the node's)")
  private Path data;

  @Spec private CommandSpec spec;
  @ParentCommand private StoreCommand store;

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  @Override
  public Integer call() {
    if (data != null) {
      return documents(data) ? 0 : 1;
    }
    Settings settings = store.gatehouse().settings();
    // A server's own tools check its documents.
    boolean well = !settings.mongo().url().isEmpty() || documents(StoredDocuments.folder(settings));
    return files(settings) && well ? 0 : 1;
  }

  private boolean documents(Path folder) {
    StoreReport report = EmbeddedStore.verify(folder);
    report.faults().forEach(out()::println);
    boolean well = report.faults().isEmpty();
    out()
        .println(
            report.documents()
                + " documents and "
                + report.entries()
                + " index entries in "
                + folder
                + verdict(well));
    return well;
  }

  private boolean files(Settings settings) {
    Vertx vertx = Vertx.vertx();
    try (StoredDocuments documents = StoredDocuments.toRead(vertx, settings)) {
      var folder = new BlobFolder(settings.blobsDir());
      var check = new BlobCheck(Modules.blobs(documents.documents()), folder, out()::println);
      try {
        check.run();
      } finally {
        documents.closeClient();
      }
      out().println(check.checked() + " named files in " + folder.root() + verdict(check.isWell()));
      return check.isWell();
    } finally {
      vertx.close().await();
    }
  }

  private static String verdict(boolean well) {
    return well ? ": all is well" : ": there are faults";
  }
}
