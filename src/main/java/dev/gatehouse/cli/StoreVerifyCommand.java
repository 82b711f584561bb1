package dev.gatehouse.cli;

import module java.base;

import dev.gatehouse.formats.CommandName;
import dev.gatehouse.node.Modules;
import dev.gatehouse.node.storage.StoredBlobs;
import dev.gatehouse.node.storage.StoredDocuments;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.StoreId;
import dev.gatehouse.store.blobs.BlobCheck;
import dev.gatehouse.store.blobs.BlobStoreIdentity;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import dev.gatehouse.store.sqlite.StoreReport;
import io.vertx.core.Vertx;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Verifies the embedded document store and the files that documents reference. */
@Command(
    name = "verify",
    description = {
      "Verifies every document and index entry of the embedded document store. Also verifies that",
      "every file named by a document exists in the same store with the stated size and SHA-256.",
      "A node may be running.",
      "Exits with status 0 if there are no faults, else with status 1 and a line for each fault."
    })
final class StoreVerifyCommand implements Callable<Integer> {
  private static final int PROGRESS_SECONDS = 5;

  @Option(
      names = "--data",
      description =
          "Folder of another store's file. Only that file is verified. Default: the node's.")
  private Path data;

  @Mixin private ResultOutput output;
  @Spec private CommandSpec spec;
  @ParentCommand private StoreCommand store;

  private final List<String> lines = new ArrayList<>();

  /**
   * Result of a verification.
   *
   * @param lines the totals, and a line for each fault
   */
  private record Verified(boolean intact, List<String> lines) {}

  /** Prints a line now, because a verification takes long; JSON is printed at its end. */
  private void say(String line) {
    lines.add(line);
    if (!output.isJson()) {
      spec.commandLine().getOut().println(line);
    }
  }

  @Override
  public Integer call() throws IOException {
    boolean well = data == null ? everything() : documents(data);
    if (output.isJson()) {
      output.print(new Verified(well, lines), "");
    }
    return GatehouseCommand.exitCode(well);
  }

  private boolean everything() throws IOException {
    Settings settings = store.gatehouse().settings();
    // For a document server, the server's own tools check the documents.
    boolean well = !settings.mongo().url().isEmpty() || documents(StoredDocuments.folder(settings));
    return files(settings) && well;
  }

  private boolean documents(Path folder) {
    StoreReport report = verified(folder);
    report.faults().forEach(this::say);
    boolean well = report.faults().isEmpty();
    say("%s documents in %s%s".formatted(report.documents(), folder, verdict(well)));
    EmbeddedStore.converted(folder)
        .ifPresent(file ->
            say(
                file
                    + " is of an earlier release, was converted and is not used. You can delete it"));
    return well;
  }

  private StoreReport verified(Path folder) {
    LongAdder looked = new LongAdder();
    PrintWriter progress = spec.commandLine().getErr();
    try (ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor()) {
      timer.scheduleAtFixedRate(
          () -> progress.println(looked.sum() + " documents verified"),
          PROGRESS_SECONDS,
          PROGRESS_SECONDS,
          TimeUnit.SECONDS);
      return EmbeddedStore.verify(folder, looked, fault -> {});
    }
  }

  private boolean files(Settings settings) throws IOException {
    Vertx vertx = Vertx.vertx();
    try (StoredDocuments documents = StoredDocuments.toRead(vertx, settings);
        StoredBlobs stored = StoredBlobs.of(settings)) {
      BlobStoreIdentity blobs = stored.half();
      var check = new BlobCheck(Modules.blobs(documents.documents()), blobs, this::say);
      boolean well;
      try {
        well = isOfOneStore(documents.documents(), blobs);
        check.run();
      } finally {
        documents.closeClient();
      }
      well &= check.isIntact();
      say(check.checked() + " named files in " + blobs.place() + verdict(well));
      return well;
    } finally {
      vertx.close().await();
    }
  }

  private boolean isOfOneStore(Documents documents, BlobStoreIdentity blobs) throws IOException {
    var identity = new StoreId(documents, "", blobs, List.of());
    Optional<String> mine = identity.ofDocuments();
    Optional<String> files = blobs.store();
    if (!mine.equals(files)) {
      say(
          ("the documents are of %s, the files in %s of %s: no node can start with them, see"
                  + " %s store adopt")
              .formatted(words(mine), blobs.place(), words(files), CommandName.get()));
    }
    return mine.equals(files);
  }

  private static String words(Optional<String> store) {
    return store.map("the store "::concat).orElse("no store");
  }

  private static String verdict(boolean well) {
    return well ? ": no faults" : ": faults found";
  }
}
