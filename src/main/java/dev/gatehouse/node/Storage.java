package dev.gatehouse.node;

import dev.gatehouse.embedded.EmbeddedStore;
import dev.gatehouse.embedded.FolderLock;
import dev.gatehouse.embedded.StoreWatch;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.BlobCheck;
import dev.gatehouse.store.BlobStore;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Leases;
import dev.gatehouse.store.OwnFiles;
import dev.gatehouse.store.ReplacedBlobs;
import dev.gatehouse.store.Reserve;
import dev.gatehouse.store.StoreIdentity;
import dev.gatehouse.store.UnfinishedRestore;
import dev.gatehouse.store.s3.S3Blobs;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The documents and blobs of a node, and whether they are well. */
final class Storage implements AutoCloseable {
  /** One node sweeps until it has missed a sweep. */
  private static final Duration SWEEP_LEASE = Duration.ofHours(2);

  private static final Duration SKEW = Duration.ofSeconds(5);

  private final String place;
  private final FolderLock lock;
  private final StoredDocuments documents;
  private final StoreIdentity identity;
  private final StoredBlobs storedBlobs;
  private final BlobStore blobs;
  private final Reserve reserve;

  private Storage(
      FolderLock lock,
      StoredDocuments documents,
      StoredBlobs storedBlobs,
      Settings settings,
      SecureRandom random)
      throws IOException {
    this.lock = lock;
    this.documents = documents;
    this.storedBlobs = storedBlobs;
    this.place = StoredDocuments.place(settings);
    identity =
        new StoreIdentity(
            documents.documents(), place, storedBlobs.half(), Modules.blobs(documents.documents()));
    identity.check();
    blobs = storedBlobs.open(random);
    reserve = Reserve.on(storedBlobs.disk(), settings.store().reserve().bytes());
  }

  /**
   * Opens both halves, if they belong together; otherwise nothing is changed. The data folder is
   * this process's alone, wherever its documents lie: its caches and unfinished files are nobody
   * else's.
   *
   * @throws IllegalStateException that says why they can't be opened, or who has the folder
   */
  static Storage open(Vertx vertx, Settings settings, InstantSource clock, SecureRandom random)
      throws IOException {
    new UnfinishedRestore(settings.data().dir()).mustNotBe();
    StoredBlobs blobs = StoredBlobs.of(settings);
    if (!StoredDocuments.exist(settings)) {
      StoreIdentity.mustBeNew(StoredDocuments.place(settings), blobs.half());
    }
    FolderLock lock = FolderLock.ofData(OwnFiles.closed(settings.data().dir()));
    try {
      return open(
          lock, settings, StoredDocuments.open(vertx, settings, clock, random), blobs, random);
    } catch (IOException | RuntimeException e) {
      blobs.close();
      lock.close();
      throw e;
    }
  }

  private static Storage open(
      FolderLock lock,
      Settings settings,
      StoredDocuments documents,
      StoredBlobs blobs,
      SecureRandom random)
      throws IOException {
    try {
      return new Storage(lock, documents, blobs, settings, random);
    } catch (IOException | RuntimeException e) {
      documents.closeClient();
      documents.close();
      throw e;
    }
  }

  Documents documents() {
    return documents.documents();
  }

  StoreIdentity identity() {
    return identity;
  }

  BlobStore blobs() {
    return blobs;
  }

  /** Threads that streaming blobs takes. */
  int streams(int cores) {
    return storedBlobs.streams(cores);
  }

  /** The sweep of what no document names; to be made once. */
  Sweep sweep(Duration kept, InstantSource clock) {
    var parts =
        new Sweep.Documents(
            identity,
            Modules.blobs(documents()),
            new ReplacedBlobs(documents(), clock),
            new Leases(documents(), SWEEP_LEASE, SKEW, clock));
    return new Sweep(blobs, parts, kept, clock);
  }

  /** Empty when documents can be read, else what is wrong; blocks. */
  Optional<String> documentsTrouble() {
    Optional<String> trouble = documents.embedded().flatMap(EmbeddedStore::trouble);
    if (trouble.isEmpty()) {
      documents().ping();
    }
    return trouble;
  }

  /** Empty while uploads have room, else what is wrong. */
  Optional<String> diskTrouble() {
    return reserve.allows(1)
        ? Optional.empty()
        : Optional.of("the disk is nearly full: uploads are refused");
  }

  /** The place of the documents for the owner's eyes. */
  String documentsPlace() {
    return place;
  }

  /** The size of the embedded store's file; empty where documents lie on a server. */
  Optional<Long> documentBytes() {
    return documents.embedded().map(EmbeddedStore::fileBytes);
  }

  /** The place of the blobs for the owner's eyes. */
  String filesPlace() {
    return storedBlobs.half().place();
  }

  /** Bytes that the disk has left. */
  long free() throws IOException {
    return Files.getFileStore(storedBlobs.disk()).getUsableSpace();
  }

  /** A check of all that is stored; to be made once. */
  Verification verification(Settings settings, InstantSource clock) {
    return new Verification(
        documents(),
        documents.embedded().map(store -> StoredDocuments.folder(settings)),
        faults -> new BlobCheck(Modules.blobs(documents()), storedBlobs.half(), faults),
        clock);
  }

  /** Tells of an object store, if there is one, that it does not answer. */
  void tell(Health health) {
    if (blobs instanceof S3Blobs remote) {
      health.note(
          "files",
          () -> remote.isAway() ? Optional.of("the object store is away") : Optional.empty());
    }
  }

  /** Shows the figures of the embedded store and of the cache of an object store. */
  void bindTo(MeterRegistry registry) {
    documents.embedded().ifPresent(store -> bind(store, registry));
    if (blobs instanceof S3Blobs remote) {
      Gauge.builder("gatehouse.blobs.cached", remote, S3Blobs::cachedBytes)
          .baseUnit(BaseUnits.BYTES)
          .description("Files of the object store that this node has a copy of")
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
        .description("Share of the embedded store's file that holds something; the rest is reused")
        .register(registry);
    store.watch(new Timers(registry));
  }

  /** Timers, whose greatest value is that of the last minutes. */
  private static final class Timers implements StoreWatch {
    private final Timer commits;
    private final Timer commands;

    Timers(MeterRegistry registry) {
      commits =
          Timer.builder("gatehouse.store.commit")
              .description("Commits of the embedded store; commands that wait share one")
              .register(registry);
      commands =
          Timer.builder("gatehouse.store.command")
              .description("Commands of the embedded store from arrival to answer")
              .register(registry);
    }

    @Override
    public void committed(long nanos) {
      commits.record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void ran(long nanos) {
      commands.record(nanos, TimeUnit.NANOSECONDS);
    }
  }

  long documentsRead() {
    return documents.embedded().map(EmbeddedStore::documentsRead).orElse(0L);
  }

  /** To be closed before Vert.x, which it works on. */
  void closeClient() {
    documents.closeClient();
  }

  /** To be closed after Vert.x, when nobody writes any more. */
  @Override
  public void close() {
    documents.close();
    blobs.close();
    lock.close();
  }
}
