package dev.gatehouse.cli;

import module java.base;

import dev.gatehouse.formats.PlainText;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.files.PrivateFiles;
import dev.gatehouse.store.mongo.MongoRawDocuments;
import dev.gatehouse.store.mongo.MongoUrl;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import dev.gatehouse.store.sqlite.FolderLock;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Copies a node's documents to a server, or back into its folder. */
@Command(
    name = "copy",
    description = {
      "Copies all documents of the embedded store to a MongoDB server, or back. The target must be",
      "empty. No node may be running. Texts are checked first: a text with U+0000 or malformed",
      "UTF-8, which some databases reject, is named and nothing is copied. At the end all"
          + " documents",
      "of both sides are compared.",
      "Files (blobs) are not copied."
    })
final class StoreCopyCommand implements Runnable {
  @ArgGroup(multiplicity = "1")
  private Server server;

  @Option(names = "--data", description = "Folder of the store's file. Default: the node's.")
  private Path data;

  @Mixin private ListOutput output;
  @Spec private CommandSpec spec;
  @ParentCommand private StoreCommand store;

  /** The server and the direction of the copy. */
  static final class Server {
    @Option(
        names = "--to",
        arity = "0..1",
        fallbackValue = "",
        paramLabel = "URL",
        description = "The server to copy to. Default: GATEHOUSE_MONGO_URL.")
    private String to;

    @Option(
        names = "--from",
        arity = "0..1",
        fallbackValue = "",
        paramLabel = "URL",
        description = "The server to copy from. Default: GATEHOUSE_MONGO_URL.")
    private String from;
  }

  @Override
  public void run() {
    Settings settings = store.gatehouse().settings();
    String url = server.to == null ? server.from : server.to;
    try (var documents =
        new MongoRawDocuments(MongoUrl.of(PlainText.defaultIfEmpty(url, settings.mongo().url())))) {
      if (data != null) {
        copy(documents, data);
        return;
      }
      Path folder = settings.data().dir();
      try (FolderLock _ = FolderLock.ofData(PrivateFiles.closed(folder))) {
        copy(documents, folder.resolve("documents"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the copy failed: " + e, e);
    }
  }

  private void copy(MongoRawDocuments documents, Path folder) throws IOException {
    List<StoreCopy.Copied> copied =
        server.to == null ? intoFolder(documents, folder) : intoServer(folder, documents);
    output.print(
        copied,
        List.of("COLLECTION", "DOCUMENTS", "DIGEST"),
        each -> List.of(each.collection(), Long.toString(each.documents()), each.digest()));
    spec.commandLine().getErr().println("copied: both sides hold the same documents");
  }

  private static List<StoreCopy.Copied> intoServer(Path folder, MongoRawDocuments to) {
    if (!EmbeddedStore.isIn(folder)) {
      throw new IllegalStateException("no document store in " + folder);
    }
    try (EmbeddedStore source = ManagementClient.store(folder, true)) {
      return new StoreCopy(source.raw(), to, progress()).run();
    }
  }

  /**
   * Copies into a temporary folder until the copy is complete, because a node must not start on an
   * incomplete copy.
   */
  private static List<StoreCopy.Copied> intoFolder(MongoRawDocuments from, Path folder)
      throws IOException {
    Path place = folder.toAbsolutePath().normalize();
    if (EmbeddedStore.isIn(place)) {
      throw new IllegalStateException(
          "there is a document store in " + place + ": nothing was copied");
    }
    Path unfinished = place.resolveSibling(place.getFileName() + ".copying");
    if (Files.exists(unfinished)) {
      throw new IllegalStateException(
          unfinished + " is left over from an interrupted copy: delete it and start again");
    }
    List<StoreCopy.Copied> copied;
    try (EmbeddedStore target = ManagementClient.store(unfinished, false)) {
      copied = new StoreCopy(from, target.raw(), progress()).run();
    }
    EmbeddedStore.move(unfinished, place);
    return copied;
  }

  private static Progress progress() {
    return Progress.ofDocuments(System.err, Progress.isWatched());
  }
}
