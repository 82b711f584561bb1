package dev.gatehouse.cli;

import module java.base;

import dev.gatehouse.cli.ListOutput.ResultOutput;
import dev.gatehouse.cli.StoreCommand.StoreAdoptCommand;
import dev.gatehouse.cli.StoreCommand.StoreCopyCommand;
import dev.gatehouse.cli.StoreCommand.StoreVerifyCommand;
import dev.gatehouse.formats.AcceptableText;
import dev.gatehouse.formats.CommandName;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.node.Modules;
import dev.gatehouse.node.storage.StoredBlobs;
import dev.gatehouse.node.storage.StoredDocuments;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DocumentsDigest;
import dev.gatehouse.store.RawDocuments;
import dev.gatehouse.store.Secrets.SecretsOrigin;
import dev.gatehouse.store.StoreId;
import dev.gatehouse.store.blobs.BlobCheck;
import dev.gatehouse.store.blobs.BlobStoreIdentity;
import dev.gatehouse.store.blobs.NamedBlob;
import dev.gatehouse.store.files.PrivateFiles;
import dev.gatehouse.store.mongo.MongoRawDocuments;
import dev.gatehouse.store.mongo.MongoUrl;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import dev.gatehouse.store.sqlite.EmbeddedStore.StoreReport;
import dev.gatehouse.store.sqlite.FolderLock;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

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

  /** Copies all documents from one store to another, and compares both afterwards. */
  record StoreCopy(RawDocuments from, RawDocuments to, Progress progress) {
    /** One collection that is equal in both stores. */
    record Copied(String collection, long documents, String digest) {}

    /**
     * Copies everything.
     *
     * @throws IllegalStateException if the target is not empty, if a document has a text that
     *     another database may reject, or if the target differs from the source afterwards
     */
    List<Copied> run() {
      if (!to.collections().isEmpty()) {
        throw new IllegalStateException(
            "the target is not empty: nothing was copied. It holds "
                + String.join(", ", to.collections()));
      }
      from.collections().forEach(this::checkTexts);
      List<Copied> copied = new ArrayList<>();
      for (String collection : identityLast(from.collections())) {
        copied.add(copy(collection));
      }
      progress.end();
      copied.forEach(this::compare);
      return copied;
    }

    /**
     * Copies the identity last. No node starts on documents without an identity, so none can use an
     * incomplete copy.
     */
    private static List<String> identityLast(List<String> collections) {
      List<String> ordered = new ArrayList<>(collections);
      if (ordered.remove(StoreId.COLLECTION)) {
        ordered.add(StoreId.COLLECTION);
      }
      return ordered;
    }

    private void checkTexts(String collection) {
      from.each(
          collection,
          documents ->
              documents.stream()
                  .map(DocumentTexts::fault)
                  .flatMap(Optional::stream)
                  .findFirst()
                  .ifPresent(fault -> {
                    throw new IllegalStateException(
                        ("nothing was copied: %s, %s has a text with U+0000 or half a character."
                                + " Correct or delete it and start again")
                            .formatted(collection, fault));
                  }));
    }

    private Copied copy(String collection) {
      var digest = new DocumentsDigest();
      from.each(
          collection,
          documents -> {
            to.insert(collection, documents);
            documents.forEach(digest::add);
            progress.expect(documents.size());
            progress.advance(documents.size(), collection);
          });
      return new Copied(collection, digest.count(), digest.text());
    }

    private void compare(Copied copied) {
      var digest = new DocumentsDigest();
      to.each(copied.collection(), documents -> documents.forEach(digest::add));
      if (digest.count() != copied.documents() || !digest.text().equals(copied.digest())) {
        throw new IllegalStateException(
            ("the copy of %s differs: %s documents of %s. Stop all writers, empty the target"
                    + " and start again")
                .formatted(copied.collection(), digest.count(), copied.documents()));
      }
    }

    /**
     * Checks texts of documents before they are copied. Some databases reject U+0000 and halves of
     * a character, which would end a copy in the middle.
     */
    static final class DocumentTexts {
      private DocumentTexts() {}

      /** Returns the ID and the field of a text that another database may reject. */
      static Optional<String> fault(JsonObject document) {
        return fault(document, "")
            .map(field -> "document " + document.getValue("_id") + ", field " + field);
      }

      private static Optional<String> fault(Object value, String path) {
        return switch (value) {
          case JsonObject object ->
              first(object.stream().map(field -> fault(field, path.isEmpty() ? "" : path + '.')));
          case JsonArray list -> first(list.stream().map(each -> fault(each, path + "[]")));
          case String text when !AcceptableText.isStorable(text) -> Optional.of(path);
          case null, default -> Optional.empty();
        };
      }

      private static Optional<String> fault(Map.Entry<String, Object> field, String before) {
        String path = before + field.getKey();
        return AcceptableText.isStorable(field.getKey())
            ? fault(field.getValue(), path)
            : Optional.of(path);
      }

      private static Optional<String> first(Stream<Optional<String>> faults) {
        return faults.flatMap(Optional::stream).findFirst();
      }
    }
  }

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
  static final class StoreCopyCommand implements Runnable {
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
          new MongoRawDocuments(
              MongoUrl.of(PlainText.defaultIfEmpty(url, settings.mongo().url())))) {
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
     * Copies into a temporary folder until the copy is complete, because a node must not start on
     * an incomplete copy.
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
  static final class StoreAdoptCommand implements Callable<Integer> {
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
        output.print(
            new Adopted(belongTogether, lines), String.join(System.lineSeparator(), lines));
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
      try (FolderLock _ = FolderLock.ofData(settings.data().dir())) {
        return ManagementClient.withDocuments(
            settings,
            documents -> {
              adopt(documents.documents(), StoredDocuments.place(settings), blobs);
              return 0;
            });
      }
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
              .collect(Collectors.toCollection(HashSet::new));
      int all = named.size();
      named.retainAll(blobs.sizes().keySet());
      lines.add("  named by documents: " + named.size());
      lines.add("  named by documents, but missing: " + (all - named.size()));
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

  /** Verifies the embedded document store and the files that documents reference. */
  @Command(
      name = "verify",
      description = {
        "Verifies every document and index entry of the embedded document store. Also verifies that",
        "every file named by a document exists in the same store with the stated size and SHA-256.",
        "A node may be running.",
        "Exits with status 0 if there are no faults, else with status 1 and a line for each fault."
      })
  static final class StoreVerifyCommand implements Callable<Integer> {
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
      boolean well =
          !settings.mongo().url().isEmpty() || documents(StoredDocuments.folder(settings));
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
      try (StoredBlobs stored = StoredBlobs.of(settings)) {
        BlobStoreIdentity blobs = stored.half();
        return ManagementClient.readDocuments(
            settings,
            documents -> {
              var check = new BlobCheck(Modules.blobs(documents.documents()), blobs, this::say);
              boolean joined = isOfOneStore(documents.documents(), blobs);
              check.run();
              boolean well = joined && check.isIntact();
              say(check.checked() + " named files in " + blobs.place() + verdict(well));
              return well;
            });
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
}
