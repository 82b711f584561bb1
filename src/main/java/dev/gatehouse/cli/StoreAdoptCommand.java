package dev.gatehouse.cli;

import module java.base;

import dev.gatehouse.formats.CommandName;
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
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Links documents and files after the owner confirmed that they belong together. */
@Command(
    name = "adopt",
    description = {
      "Shows the documents and files. With --yes makes one store of them, so that a node can"
          + " start.",
      "Files that no document names move to the trash later, unless they are an unusual share.",
      "If the documents are on a server, the code and key of the next node then become the"
          + " owner's.",
      "No node may be running."
    })
final class StoreAdoptCommand implements Callable<Integer> {
  @Option(names = "--yes", description = "Confirms that documents and files belong together.")
  private boolean yes;

  @Mixin private ResultOutput output;
  @ParentCommand private StoreCommand store;

  private final List<String> lines = new ArrayList<>();

  /**
   * Result of the command.
   *
   * @param belongTogether whether documents and files are now one store
   * @param lines what was found and done
   */
  private record Adopted(boolean belongTogether, List<String> lines) {}

  private boolean belongTogether;

  @Override
  public Integer call() throws IOException {
    Settings settings = store.gatehouse().settings();
    ManagementClient.mustNotRun(settings);
    try (StoredBlobs stored = StoredBlobs.of(settings)) {
      int status = adopt(settings, stored.half());
      output.print(new Adopted(belongTogether, lines), String.join(System.lineSeparator(), lines));
      return status;
    }
  }

  private int adopt(Settings settings, BlobStoreIdentity blobs) throws IOException {
    if (!yes && !StoredDocuments.exist(settings)) {
      lines.add("documents: none in " + StoredDocuments.place(settings));
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
    lines.add("documents: in " + place + ", " + store(identity.ofDocuments()));
    documents.sizes().forEach((name, size) -> lines.add("  " + name + ": " + size));
    describe(blobs);
    Set<String> named =
        owners.stream()
            .flatMap(owner -> owner.named().map(NamedBlob::id))
            .collect(Collectors.toSet());
    long there = count(named, blobs);
    lines.add("  named by documents: " + there);
    lines.add("  named by documents, but missing: " + (named.size() - there));
    if (yes && new SecretsOrigin(documents).forget()) {
      lines.add("the code and key of the node that starts next become the owner's");
    }
    if (identity.holds()) {
      belongTogether = true;
      lines.add("documents and files belong together: nothing to do");
    } else if (yes) {
      identity.adopt();
      belongTogether = true;
      lines.add("documents and files are now one store: start the node");
    } else {
      ask();
    }
  }

  private static long count(Set<String> named, BlobStoreIdentity blobs) throws IOException {
    long there = 0;
    for (String blob : named) {
      if (blobs.holds(blob)) {
        there++;
      }
    }
    return there;
  }

  private void describe(BlobStoreIdentity blobs) throws IOException {
    lines.add("files: in " + blobs.place() + ", " + store(blobs.store()));
    lines.add("  stored: " + blobs.count());
    lines.add("  in the trash: " + blobs.countTrash());
  }

  private static String store(Optional<String> store) {
    return store.map(id -> "of the store " + id).orElse("of no store");
  }

  private void ask() {
    lines.add(
        "nothing was changed; if they belong together: %s store adopt --yes"
            .formatted(CommandName.get()));
  }
}
