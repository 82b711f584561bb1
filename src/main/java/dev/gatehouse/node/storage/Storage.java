package dev.gatehouse.node.storage;

import module java.base;

import dev.gatehouse.area.Job;
import dev.gatehouse.area.Schedule;
import dev.gatehouse.formats.CommandName;
import dev.gatehouse.node.health.Health;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.DataFormat;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Leases;
import dev.gatehouse.store.ReplacedBlobs;
import dev.gatehouse.store.StoreId;
import dev.gatehouse.store.UnfinishedRestore;
import dev.gatehouse.store.blobs.BlobCheck;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.BlobStore;
import dev.gatehouse.store.blobs.BlobStoreIdentity;
import dev.gatehouse.store.blobs.DamagedFiles;
import dev.gatehouse.store.files.DiskSpaceGuard;
import dev.gatehouse.store.files.LowPriority;
import dev.gatehouse.store.files.PrivateFiles;
import dev.gatehouse.store.s3.S3Blobs;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import dev.gatehouse.store.sqlite.EmbeddedStore.StoreReport;
import dev.gatehouse.store.sqlite.FolderLock;
import dev.gatehouse.time.TrustedClock;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.vertx.core.Vertx;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens a node's documents and blobs, and reports their health. */
public final class Storage implements AutoCloseable {
  /** One node keeps the sweep until it has missed a run. */
  private static final Duration SWEEP_LEASE = Duration.ofHours(2);

  private static final Duration SKEW = Duration.ofSeconds(5);

  private final String place;
  private final FolderLock lock;
  private final StoredDocuments documents;
  private final StoreId storeId;
  private final StoredBlobs storedBlobs;
  private final BlobStore blobs;
  private final DiskSpaceGuard diskSpace;
  private final Optional<DocumentCheck> documentCheck;
  private final Function<Documents, List<BlobOwner>> blobOwners;

  private Storage(
      FolderLock lock,
      StoredDocuments documents,
      StoredBlobs storedBlobs,
      Settings settings,
      SecureRandom random,
      Function<Documents, List<BlobOwner>> blobOwners)
      throws IOException {
    this.lock = lock;
    this.blobOwners = blobOwners;
    this.documents = documents;
    this.storedBlobs = storedBlobs;
    this.place = StoredDocuments.place(settings);
    DataFormat.check(documents.documents(), place);
    storeId =
        new StoreId(
            documents.documents(),
            place,
            storedBlobs.half(),
            blobOwners.apply(documents.documents()));
    storeId.check();
    blobs = storedBlobs.open(random);
    documentCheck =
        documents.embedded().map(store -> new DocumentCheck(StoredDocuments.folder(settings)));
    diskSpace = DiskSpaceGuard.on(storedBlobs.disk(), settings.store().reserve().bytes());
  }

  /**
   * Opens documents and blobs if they belong together; otherwise nothing is changed. This process
   * locks the data folder, independent of the place of its documents, because it holds caches and
   * unfinished files.
   *
   * @param blobOwners the collections whose documents name blobs
   * @throws IllegalStateException with the reason, or with the process that holds the folder
   */
  public static Storage open(
      Vertx vertx,
      Settings settings,
      InstantSource clock,
      SecureRandom random,
      Function<Documents, List<BlobOwner>> blobOwners)
      throws IOException {
    new UnfinishedRestore(settings.data().dir()).mustNotBe();
    StoredBlobs blobs = StoredBlobs.of(settings);
    if (!StoredDocuments.exist(settings)) {
      StoreId.mustBeNew(StoredDocuments.place(settings), blobs.half());
    }
    Deque<Runnable> undo = new ArrayDeque<>(List.of(blobs::close));
    try {
      FolderLock lock = FolderLock.ofData(PrivateFiles.closed(settings.data().dir()));
      undo.addFirst(lock::close);
      StoredDocuments documents = StoredDocuments.open(vertx, settings, random);
      undo.addFirst(documents::close);
      undo.addFirst(documents::closeClient);
      return new Storage(lock, documents, blobs, settings, random, blobOwners);
    } catch (IOException | RuntimeException e) {
      undo.forEach(Runnable::run);
      throw e;
    }
  }

  public Documents documents() {
    return documents.documents();
  }

  public BlobStore blobs() {
    return blobs;
  }

  /** Removes traces of deleted documents from the embedded store's file. Blocks. */
  public void compact() {
    documents.embedded().ifPresent(EmbeddedStore::compact);
  }

  /** Returns the blob store for inspection, without caches. */
  public BlobStoreIdentity half() {
    return storedBlobs.half();
  }

  /** Returns the number of threads for streaming blobs. */
  public int streams(int cores) {
    return storedBlobs.streams(cores);
  }

  /** Creates the sweep of unreferenced blobs. Must be called once. */
  public Sweep sweep(Duration kept, TrustedClock clock) {
    return new Sweep(
        blobs,
        storeId,
        blobOwners.apply(documents()),
        new ReplacedBlobs(documents(), clock),
        new Leases(documents(), SWEEP_LEASE, SKEW, clock.guarded()),
        kept,
        clock);
  }

  /** Returns empty if documents can be read, else the fault. Blocks. */
  public Optional<String> documentsProblem() {
    Optional<String> trouble = documents.embedded().flatMap(EmbeddedStore::trouble);
    if (trouble.isEmpty()) {
      documents().ping();
    }
    return trouble;
  }

  /** Returns empty while the disk has space for uploads, else the fault. */
  public Optional<String> diskProblem() {
    if (diskSpace.allows(1)) {
      return Optional.empty();
    }
    return Optional.of("the disk is nearly full: uploads are rejected");
  }

  /** Returns the location of the documents, for display to the owner. */
  String documentsPlace() {
    return place;
  }

  /** Returns the size of the embedded store's file; empty if the documents are on a server. */
  Optional<Long> documentBytes() {
    return documents.embedded().map(EmbeddedStore::fileBytes);
  }

  /** Returns the location of the blobs, for display to the owner. */
  String filesPlace() {
    return storedBlobs.half().place();
  }

  /** Returns the free bytes of the disk. */
  long free() throws IOException {
    return Files.getFileStore(storedBlobs.disk()).getUsableSpace();
  }

  /** Creates the weekly comparison of all files. Must be called once. */
  public Scrub scrub(InstantSource clock) {
    return new Scrub(
        documents(), blobs, half(), blobOwners.apply(documents()), storedBlobs.scrubRate(), clock);
  }

  /** Creates the verification of all stored data. Must be called once. */
  public StoreVerification verification(Settings settings, InstantSource clock) {
    return new StoreVerification(
        documents(),
        documents.embedded().map(store -> StoredDocuments.folder(settings)),
        faults ->
            new BlobCheck(
                blobOwners.apply(documents()), half(), faults, Optional.of(blobs.damaged())),
        clock);
  }

  /**
   * Returns the weekly verification of the embedded store; empty if the documents are on a server.
   */
  public Optional<Job> documentCheck() {
    return documentCheck.map(DocumentCheck::job);
  }

  /**
   * Adds health checks of damaged documents and files, and of the object store, if there is one.
   */
  public void reportTo(Health health) {
    health.note("fileIntegrity", blobs.damaged()::problem);
    documentCheck.ifPresent(check -> health.note("documentIntegrity", check::problem));
    if (blobs instanceof S3Blobs remote) {
      health.note(
          "files",
          () ->
              remote.isAway() ? Optional.of("the object store is unavailable") : Optional.empty());
    }
  }

  /**
   * Publishes the metrics of stored files, of the embedded store and of an object store's cache.
   */
  public void bindTo(MeterRegistry registry) {
    Gauge.builder("gatehouse.files.damaged", blobs.damaged(), DamagedFiles::count)
        .description("Stored files that are known to be damaged")
        .register(registry);
    documents.embedded().ifPresent(store -> bind(store, registry));
    if (blobs instanceof S3Blobs remote) {
      Gauge.builder("gatehouse.blobs.cached", remote, S3Blobs::cachedBytes)
          .baseUnit(BaseUnits.BYTES)
          .description("Files of the object store that this node has cached")
          .register(registry);
    }
  }

  private static void bind(EmbeddedStore store, MeterRegistry registry) {
    Gauge.builder("gatehouse.store.file", store, EmbeddedStore::fileBytes)
        .baseUnit(BaseUnits.BYTES)
        .description("Size of the embedded store's file and its log")
        .register(registry);
    Gauge.builder("gatehouse.store.waiting", store, EmbeddedStore::waiting)
        .description("Commands that wait for the embedded store's next commit")
        .register(registry);
    Gauge.builder("gatehouse.store.live.ratio", store, EmbeddedStore::liveShare)
        .description("Share of the embedded store's file that holds data; the rest is reused")
        .register(registry);
    Timer commits =
        Timer.builder("gatehouse.store.commit")
            .description("Commits of the embedded store; commands that wait share one")
            .register(registry);
    Timer commands =
        Timer.builder("gatehouse.store.command")
            .description("Commands of the embedded store from arrival to answer")
            .register(registry);
    store.watch(
        nanos -> commits.record(nanos, TimeUnit.NANOSECONDS),
        nanos -> commands.record(nanos, TimeUnit.NANOSECONDS));
  }

  public long documentsRead() {
    return documents.embedded().map(EmbeddedStore::documentsRead).orElse(0L);
  }

  /** Closes the client of a document server. Must be called before Vert.x, which it uses, ends. */
  public void closeClient() {
    documents.closeClient();
  }

  /** Closes the stores. Must be called after Vert.x has ended, when nothing writes any more. */
  @Override
  public void close() {
    documents.close();
    blobs.close();
    lock.close();
  }

  /** Verifies all documents of the embedded store weekly, including those that nothing reads. */
  static final class DocumentCheck {
    private static final Logger LOG = LoggerFactory.getLogger(Storage.class);
    private static final Duration EVERY = Duration.ofDays(7);

    private final Path folder;
    private volatile Optional<String> problem = Optional.empty();

    /**
     * @param folder folder of the store, which may be open
     */
    DocumentCheck(Path folder) {
      this.folder = folder;
    }

    /** Returns empty unless the last check found a fault. */
    Optional<String> problem() {
      return problem;
    }

    Job job() {
      return new Job("store.checkDocuments", new Schedule.Every(EVERY), false, this::run);
    }

    /** Fails if there are faults, so that the next run is soon and the console shows them. */
    void run(Job.Progress progress) throws Exception {
      StoreReport report = LowPriority.call("document check", this::verify);
      if (report.faults().isEmpty()) {
        problem = Optional.empty();
        progress.report(report.documents() + " documents, no faults");
        return;
      }
      String found =
          "%s faults in the document store %s, the first: %s. See %s store verify, and restore a backup"
              .formatted(
                  report.faults().size(), folder, report.faults().getFirst(), CommandName.get());
      problem = Optional.of(found);
      throw new IllegalStateException(found);
    }

    private StoreReport verify() {
      return EmbeddedStore.verify(folder, new LongAdder(), fault -> LOG.error("{}", fault));
    }
  }
}
