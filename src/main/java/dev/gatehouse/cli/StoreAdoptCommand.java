package dev.gatehouse.cli;

import dev.gatehouse.node.Modules;
import dev.gatehouse.node.storage.StoredBlobs;
import dev.gatehouse.node.storage.StoredDocuments;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.SecretsOrigin;
import dev.gatehouse.store.StoreId;
import dev.gatehouse.store.blobs.BlobStoreIdentity;
import dev.gatehouse.store.blobs.NamedBlob;
import dev.gatehouse.store.sqlite.FolderLock;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Links documents and files after the owner confirmed that they belong together. */
@Command(
    name = "adopt",
    mixinStandardHelpOptions = true,
    description = {
      "Shows the documents and files. With --yes makes one store of them, so that a node can start.",
      "Files that no document names move to the trash later, unless they are an unusual share.",
      "If the documents are on a server, the code and key of the next node then become the owner's.",
      "No node may be running."
    })
final class StoreAdoptCommand implements Callable<Integer> {
  @Option(names = "--yes", description = "Confirms that documents and files belong together.")
  private boolean yes;

  @Spec private CommandSpec spec;
  @ParentCommand private StoreCommand store;

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  @Override
  public Integer call() throws IOException {
    Settings settings = store.gatehouse().settings();
    ManagementClient.mustNotRun(settings);
    try (StoredBlobs stored = StoredBlobs.of(settings)) {
      return adopt(settings, stored.half());
    }
  }

  private int adopt(Settings settings, BlobStoreIdentity blobs) throws IOException {
    if (!yes && !StoredDocuments.exist(settings)) {
      out().println("documents: none in " + StoredDocuments.place(settings));
      describe(blobs);
      ask();
      return 0;
    }
    Vertx vertx = Vertx.vertx();
    try (FolderLock _ = FolderLock.ofData(settings.data().dir());
        StoredDocuments documents = ManagementClient.documents(vertx, settings)) {
      try {
        adopt(documents.documents(), StoredDocuments.place(settings), blobs);
      } finally {
        documents.closeClient();
      }
    } finally {
      vertx.close().await();
    }
    return 0;
  }

  private void adopt(Documents documents, String place, BlobStoreIdentity blobs)
      throws IOException {
    var owners = Modules.blobs(documents);
    var identity = new StoreId(documents, place, blobs, owners);
    out().println("documents: in " + place + ", " + store(identity.ofDocuments()));
    documents.sizes().forEach((name, size) -> out().println("  " + name + ": " + size));
    describe(blobs);
    Set<String> named =
        owners.stream()
            .flatMap(owner -> owner.named().map(NamedBlob::id))
            .collect(Collectors.toSet());
    long there = count(named, blobs);
    out().println("  named by documents: " + there);
    out().println("  named by documents, but missing: " + (named.size() - there));
    if (yes && new SecretsOrigin(documents).forget()) {
      out().println("the code and key of the node that starts next become the owner's");
    }
    if (identity.holds()) {
      out().println("documents and files belong together: nothing to do");
    } else if (yes) {
      identity.adopt();
      out().println("documents and files are now one store: start the node");
    } else {
      ask();
    }
  }

  private static long count(Set<String> named, BlobStoreIdentity blobs) throws IOException {
    long there = 0;
    for (String blob : named) {
      there += blobs.holds(blob) ? 1 : 0;
    }
    return there;
  }

  private void describe(BlobStoreIdentity blobs) throws IOException {
    out().println("files: in " + blobs.place() + ", " + store(blobs.store()));
    out().println("  stored: " + blobs.count());
    out().println("  in the trash: " + blobs.countTrash());
  }

  private static String store(Optional<String> store) {
    return store.map(id -> "of the store " + id).orElse("of no store");
  }

  private void ask() {
    out()
        .println(
            "nothing was changed; if they belong together: scripts/gatehouse store adopt --yes");
  }
}
