package dev.gatehouse.node.storage;

import module java.base;

import dev.gatehouse.area.Job;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.BlobStore;
import dev.gatehouse.store.blobs.BlobStoreIdentity;
import dev.gatehouse.store.blobs.NamedBlob;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads all stored files that documents name once a week, slowly, and compares them with the size
 * and SHA-256 in their documents. A document of an earlier release without a digest gets it. The
 * position is stored, so an interrupted pass resumes on any node.
 */
public final class Scrub {
  /** Time between the starts of two passes. */
  static final Duration PERIOD = Duration.ofDays(7);

  /** A start reads nothing, so that it does not compete with the first requests. */
  static final Duration QUIET = Duration.ofMinutes(10);

  private static final Logger LOG = LoggerFactory.getLogger(Scrub.class);
  private static final String ID = "files";
  private static final Duration BETWEEN_NOTES = Duration.ofSeconds(30);
  private static final Duration OVERDUE = PERIOD.multipliedBy(2);
  private static final long MILLIS = 1_000;
  private static final int BATCH = 100;
  private static final int MAX_DAMAGED = 100;

  private final DocumentCollection<Pass> scrubPasses;
  private final BlobStore blobs;
  private final BlobStoreIdentity blobStoreIdentity;
  private final List<BlobOwner> owners;
  private final long bytesPerSecond;
  private final InstantSource clock;
  private final LongAdder bytes = new LongAdder();
  private final LongAdder files = new LongAdder();
  private final Instant nodeStarted;
  private volatile Optional<Pass> last = Optional.empty();

  /**
   * Current or last pass.
   *
   * @param endedAt null until all files are read
   * @param after ID of the last file that was read; empty at the start
   * @param damaged IDs of at most a hundred damaged files
   */
  record Pass(
      String id,
      Instant startedAt,
      Instant endedAt,
      String after,
      long files,
      List<String> damaged) {
    boolean hasEnded() {
      return endedAt != null;
    }
  }

  /**
   * @param blobStoreIdentity the same blobs, without caches
   * @param owners documents that name blobs
   * @param bytesPerSecond maximum rate; 0 to read nothing
   */
  Scrub(
      Documents documents,
      BlobStore blobs,
      BlobStoreIdentity blobStoreIdentity,
      List<BlobOwner> owners,
      long bytesPerSecond,
      InstantSource clock) {
    this.scrubPasses = documents.collection("scrubs", Pass.class);
    this.blobs = blobs;
    this.blobStoreIdentity = blobStoreIdentity;
    this.owners = owners;
    this.bytesPerSecond = bytesPerSecond;
    this.clock = clock;
    this.nodeStarted = clock.instant();
  }

  /** Reports the files again that the last pass found damaged. Blocks. */
  public void prepare() {
    last = scrubPasses.find(ID);
    last.ifPresent(this::report);
  }

  /** Replaces the list of damaged files, which this node may have from an earlier pass. */
  private void report(Pass pass) {
    Map<String, NamedBlob> found = pass.damaged().isEmpty() ? Map.of() : named(pass.damaged());
    blobs.damaged().ids().stream()
        .filter(id -> !found.containsKey(id))
        .forEach(blobs.damaged()::remove);
    found.values().forEach(blob -> blobs.damaged().add(blob, "found by the last scrub"));
  }

  /** Reports a pass that another node has completed. */
  private void follow() {
    Optional<Pass> stored = scrubPasses.find(ID).filter(Pass::hasEnded);
    if (stored.isPresent() && !stored.equals(last)) {
      last = stored;
      report(stored.get());
    }
  }

  /** Returns empty while passes complete in time, else the fault. Blocks. */
  public Optional<String> problem() {
    try {
      follow();
    } catch (DocumentStoreException unavailable) {
      LOG.debug("the last scrub cannot be read", unavailable);
    }
    Instant now = clock.instant();
    boolean overdue =
        bytesPerSecond > 0
            && nodeStarted.isBefore(now.minus(OVERDUE))
            && last.filter(pass -> pass.startedAt().isAfter(now.minus(OVERDUE))).isEmpty();
    if (!overdue) {
      return Optional.empty();
    }
    return Optional.of(
        "the stored files were not read completely for two weeks: see blobs.scrubRate");
  }

  public void bindTo(MeterRegistry registry) {
    FunctionCounter.builder("gatehouse.scrub.read", bytes, LongAdder::sum)
        .baseUnit(BaseUnits.BYTES)
        .description("Bytes of stored files that the scrub has read")
        .register(registry);
    FunctionCounter.builder("gatehouse.scrub.files", this, Scrub::filesRead)
        .description("Stored files that the scrub has read")
        .register(registry);
    Gauge.builder("gatehouse.scrub.ended", this, Scrub::endedSeconds)
        .baseUnit("seconds")
        .description("Time at which the last complete scrub ended, since 1970; 0 before the first")
        .register(registry);
  }

  /** Returns the number of files that this node has read. */
  long filesRead() {
    return files.sum();
  }

  private double endedSeconds() {
    return last.filter(Pass::hasEnded).map(pass -> pass.endedAt().getEpochSecond()).orElse(0L);
  }

  /**
   * Starts or continues a pass if one is due. Must run on one node at a time. Blocks for hours, and
   * stops early if its thread is interrupted.
   */
  public void run(Job.Progress progress) throws IOException {
    Instant now = clock.instant();
    last = scrubPasses.find(ID);
    boolean due =
        last.isEmpty()
            || !last.get().hasEnded()
            || !last.get().startedAt().isAfter(now.minus(PERIOD))
            || last.get().startedAt().isAfter(now);
    if (bytesPerSecond == 0 || !due || now.isBefore(nodeStarted.plus(QUIET))) {
      return;
    }
    Pass pass =
        last.filter(known -> !known.hasEnded())
            .orElseGet(() -> new Pass(ID, now, null, "", 0, List.of()));
    try {
      read(pass, progress);
    } catch (InterruptedException stopped) {
      // The stored position lets the next run continue.
      Thread.currentThread().interrupt();
    }
  }

  private void read(Pass begun, Job.Progress progress) throws IOException, InterruptedException {
    save(begun);
    Pass pass = begun;
    Instant noted = clock.instant();
    try (Stream<String> ids = blobs.sorted(begun.after())) {
      Iterator<List<String>> batches = ids.gather(Gatherers.windowFixed(BATCH)).iterator();
      while (batches.hasNext()) {
        List<String> batch = batches.next();
        Map<String, NamedBlob> named = named(batch);
        for (String blob : batch) {
          if (named.containsKey(blob)) {
            check(named.get(blob));
          }
          pass = new Pass(ID, pass.startedAt(), null, blob, pass.files() + 1, damaged());
          Instant now = clock.instant();
          if (now.isAfter(noted.plus(BETWEEN_NOTES)) || now.isBefore(noted)) {
            noted = now;
            save(pass);
            progress.report(pass.files() + " files");
          }
        }
      }
    } finally {
      // Also if the run is interrupted or fails; the next run continues here.
      save(pass);
    }
    blobs.deleteBlockChecksums();
    save(new Pass(ID, pass.startedAt(), clock.instant(), pass.after(), pass.files(), damaged()));
    LOG.info("scrub ended: files={} damaged={}", pass.files(), blobs.damaged().count());
  }

  private void save(Pass pass) {
    scrubPasses.save(pass, ID);
    last = Optional.of(pass);
  }

  private List<String> damaged() {
    return blobs.damaged().ids().stream().limit(MAX_DAMAGED).toList();
  }

  /** Returns what documents state of blobs, by blob. */
  private Map<String, NamedBlob> named(Collection<String> batch) {
    return owners.stream()
        .flatMap(owner -> owner.find(batch).stream())
        .collect(Collectors.toMap(NamedBlob::id, Function.identity(), Scrub::stricter));
  }

  private static NamedBlob stricter(NamedBlob one, NamedBlob other) {
    return one.size() == 0 || one.sha256().isEmpty() ? other : one;
  }

  private void check(NamedBlob named) throws IOException, InterruptedException {
    try {
      Blob found = blobStoreIdentity.read(named.id(), this::pace);
      files.increment();
      Optional<String> fault = expected(named).fault(found);
      if (fault.isPresent()) {
        blobs.damaged().add(named, fault.get());
        return;
      }
      blobs.damaged().remove(named.id());
      if (named.sha256().isEmpty()) {
        owners.forEach(owner -> owner.complete(found));
      }
    } catch (NoSuchFileException deleted) {
      // Deleted since the list was read.
    } catch (ClosedByInterruptException stopped) {
      throw new InterruptedException();
    } catch (IOException e) {
      if (blobStoreIdentity.file(named.id()).isEmpty()) {
        throw e; // the object store is unavailable, or rejects the credentials
      }
      blobs.damaged().add(named, "cannot be read: " + e);
    }
  }

  /** Returns what is known of a blob. An object store may know a digest that a document lacks. */
  private NamedBlob expected(NamedBlob named) throws IOException {
    if (!named.sha256().isEmpty()) {
      return named;
    }
    String stored = blobStoreIdentity.sha256(named.id()).orElse("");
    return new NamedBlob(named.id(), named.document(), named.size(), stored);
  }

  /** Sleeps for as long as these bytes take at the maximum rate. */
  private void pace(long read) throws InterruptedException {
    bytes.add(read);
    Thread.sleep(Duration.ofMillis(read * MILLIS / bytesPerSecond));
  }
}
