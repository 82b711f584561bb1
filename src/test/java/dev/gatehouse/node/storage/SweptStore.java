package dev.gatehouse.node.storage;

import module java.base;

import ch.qos.logback.classic.Level;
import dev.gatehouse.LogLines;
import dev.gatehouse.TestClock;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Leases;
import dev.gatehouse.store.ReplacedBlobs;
import dev.gatehouse.store.StoreId;
import dev.gatehouse.store.blobs.BlobFolder;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.BlobWriter;
import dev.gatehouse.store.blobs.FileBlobs;
import dev.gatehouse.store.blobs.NamedBlob;
import dev.gatehouse.store.blobs.Trash;
import dev.gatehouse.store.sqlite.EmbeddedStore;

/** Blobs, documents that name some of them, and the sweep of a node over both. */
final class SweptStore implements AutoCloseable {
  private static final Duration KEPT = SweepTest.KEPT;

  final TestClock clock = new TestClock();
  final Names names = new Names();
  final LogLines log = new LogLines(Sweep.class, Level.INFO);
  private final EmbeddedStore store;
  private final Documents documents;
  private final StoreId identity;
  final ReplacedBlobs replaced;
  final FileBlobs blobs;
  final Sweep sweep;

  /** Documents that name blobs; some names appear only when they were asked for once. */
  static final class Names implements BlobOwner {
    final Set<String> names = ConcurrentHashMap.newKeySet();
    final Set<String> late = ConcurrentHashMap.newKeySet();

    @Override
    public String collection() {
      return "files";
    }

    @Override
    public Set<String> owned(Collection<String> some) {
      Set<String> owned = some.stream().filter(names::contains).collect(Collectors.toSet());
      some.stream().filter(late::remove).forEach(names::add);
      return owned;
    }

    @Override
    public List<NamedBlob> find(Collection<String> some) {
      return named().filter(blob -> some.contains(blob.id())).toList();
    }

    @Override
    public Stream<NamedBlob> named() {
      return names.stream().map(name -> new NamedBlob(name, "a document", 0, ""));
    }
  }

  SweptStore(Path folder) throws IOException {
    store = EmbeddedStore.open(folder.resolve("documents"), false);
    documents = new Documents(store.documents(), new SecureRandom());
    Path files = folder.resolve("blobs");
    identity = new StoreId(documents, "here", new BlobFolder(files), List.of());
    identity.check();
    replaced = new ReplacedBlobs(documents, clock);
    blobs = FileBlobs.open(files, 0, new SecureRandom());
    sweep = sweepOfANode();
  }

  @Override
  public void close() {
    log.close();
    store.close();
  }

  Sweep sweepOfANode() {
    var leases = new Leases(documents, Duration.ofHours(2), Duration.ofSeconds(5), clock);
    return new Sweep(blobs, identity, List.of(names), replaced, leases, KEPT, clock.trusted());
  }

  String stored() throws IOException {
    try (BlobWriter writer = blobs.create()) {
      writer.write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
      return writer.commit().id();
    }
  }

  void storeNamed(int number) throws IOException {
    for (int i = 0; i < number; i++) {
      names.names.add(stored());
    }
  }

  /** Stores twenty named blobs and one without a name two days ago, and returns the latter. */
  String orphan() throws IOException {
    storeNamed(20);
    String orphan = stored();
    clock.advance(Duration.ofDays(2));
    return orphan;
  }

  boolean lies(String blob) throws IOException {
    return blobs.stat(blob).isPresent();
  }

  List<String> trash() throws IOException {
    return blobs.trash().items().stream().map(Trash.Item::id).toList();
  }

  /** Two sweeps, as it takes to move anything. */
  void sweepTwice() throws IOException {
    sweep.run();
    sweep.run();
  }

  List<String> said() {
    return log.texts();
  }
}
