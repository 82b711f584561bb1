package dev.gatehouse.store.s3;

import module java.base;

import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobId;
import dev.gatehouse.store.blobs.BlobStore;
import dev.gatehouse.store.blobs.BlobWriter;
import dev.gatehouse.store.blobs.DamagedFiles;
import dev.gatehouse.store.blobs.LocalBlob;
import dev.gatehouse.store.blobs.StagedBlobWriter;
import dev.gatehouse.store.blobs.Trash;
import dev.gatehouse.store.blobs.Trash.TrashLocation;
import dev.gatehouse.store.files.DiskSpaceGuard;
import dev.gatehouse.store.s3.S3Objects.Facts;

/**
 * Blobs as objects of a bucket. A blob that is read from its beginning is served from ranges and
 * copied to this machine in the background. The copy is verified by its digest and serves later
 * readers. The cache is empty after a start.
 */
public final class S3Blobs implements BlobStore {
  private final S3Objects objects;
  private final Path unfinished;
  private final BlobCache cache;
  private final DiskSpaceGuard diskSpace;
  private final RandomGenerator random;
  private final DamagedFiles damaged = new DamagedFiles();
  private final S3Copies copies;

  private S3Blobs(
      S3Objects objects,
      Path unfinished,
      BlobCache cache,
      DiskSpaceGuard diskSpace,
      RandomGenerator random) {
    this.objects = objects;
    this.unfinished = unfinished;
    this.cache = cache;
    this.diskSpace = diskSpace;
    this.random = random;
    this.copies = new S3Copies(objects, cache, damaged, diskSpace, this::fresh);
  }

  /**
   * Opens the store without contacting the server.
   *
   * @param folder cache folder of this process only; its content is deleted
   * @param cacheBytes maximum size of the cache
   * @param reserveBytes disk space that the cache leaves free
   */
  public static S3Blobs open(
      S3Objects objects, Path folder, long cacheBytes, long reserveBytes, RandomGenerator random)
      throws IOException {
    Path copies = BlobCache.emptied(folder.resolve("copies"));
    Path unfinished = BlobCache.emptied(folder.resolve("unfinished"));
    DiskSpaceGuard diskSpace = DiskSpaceGuard.on(folder, reserveBytes);
    return new S3Blobs(objects, unfinished, new BlobCache(copies, cacheBytes), diskSpace, random);
  }

  @Override
  public BlobWriter create() throws IOException {
    copies.require(1);
    String id = BlobId.fresh(random);
    return new Writer(id, fresh(id));
  }

  private Path fresh(String id) {
    return unfinished.resolve(id + '.' + BlobId.fresh(random));
  }

  /**
   * Uploads a complete file. Its size and digest are known by then, and an interrupted upload
   * leaves nothing in the object store. A new blob is often read soon, so it is cached.
   */
  private final class Writer extends StagedBlobWriter {
    Writer(String id, Path file) throws IOException {
      super(id, file, diskSpace);
    }

    @Override
    protected void require(long bytes) throws IOException {
      copies.require(bytes);
    }

    @Override
    protected void complete(Blob blob, Path file, FileChannel channel) throws IOException {
      channel.close();
      new S3Upload(objects, file, blob).run();
      cache.add(blob.id(), file).close();
    }
  }

  @Override
  public SeekableByteChannel open(String id) throws IOException {
    Optional<SeekableByteChannel> here = cache.open(id);
    if (here.isPresent()) {
      return here.get();
    }
    Facts facts = facts(id);
    copies.fetchSoon(id, facts);
    return new S3Channel(objects, S3Objects.blob(id), facts.size());
  }

  private Facts facts(String id) throws IOException {
    return objects.find(S3Objects.blob(id)).orElseThrow(() -> new NoSuchFileException(id));
  }

  @Override
  public Optional<Path> file(String id) {
    return cache.find(id);
  }

  @Override
  public Stream<String> sorted(String after) {
    return objects
        .list(S3Objects.BLOBS)
        .map(object -> object.key().substring(S3Objects.BLOBS.length()))
        .filter(id -> BlobId.is(id) && id.compareTo(after) > 0);
  }

  /** Does nothing, because objects have no such checksums. */
  @Override
  public void deleteBlockChecksums() {}

  @Override
  public DamagedFiles damaged() {
    return damaged;
  }

  @Override
  public Optional<URI> link(String id, String contentType, String disposition) {
    return objects.link(S3Objects.blob(id), contentType, disposition);
  }

  @Override
  public LocalBlob local(String id) throws IOException {
    Optional<LocalBlob> here = cache.pin(id);
    return here.isPresent() ? here.get() : copies.fetch(id, facts(id));
  }

  @Override
  public Optional<Stat> stat(String id) throws IOException {
    return objects.find(S3Objects.blob(id)).map(facts -> new Stat(facts.size(), facts.written()));
  }

  @Override
  public boolean delete(String id) throws IOException {
    boolean there = objects.find(S3Objects.blob(id)).isPresent();
    objects.delete(S3Objects.blob(id));
    cache.drop(id);
    damaged.remove(id);
    return there;
  }

  @Override
  public Stream<String> olderThan(Instant moment) {
    return objects
        .list(S3Objects.BLOBS)
        .filter(object -> object.lastModified().isBefore(moment))
        .map(object -> object.key().substring(S3Objects.BLOBS.length()))
        .filter(BlobId::is);
  }

  @Override
  public long count() throws IOException {
    return new S3StoreIdentity(objects).count();
  }

  @Override
  public Trash trash() {
    return new Trash(new S3Trash(objects));
  }

  @Override
  public Set<String> unfinished(Instant before) throws IOException {
    return objects.listed(() ->
        objects
            .unended(S3Objects.BLOBS)
            .filter(upload -> upload.initiated().isBefore(before))
            .map(upload -> upload.key() + ' ' + upload.uploadId())
            .collect(Collectors.toSet()));
  }

  @Override
  public void dropUnfinished(Collection<String> names) throws IOException {
    for (String name : names) {
      int between = name.indexOf(' ');
      objects.abort(name.substring(0, between), name.substring(between + 1));
    }
  }

  /** Returns the bytes that the cache uses on disk. */
  public long cachedBytes() {
    return cache.bytes();
  }

  /** Returns whether the object store is known to be unreachable. */
  public boolean isAway() {
    return objects.isAway();
  }

  @Override
  public void close() {
    copies.close();
    objects.close();
  }

  /** Trash for blobs that are objects. They are copied to keys with a separate prefix. */
  record S3Trash(S3Objects objects) implements TrashLocation {
    private static final String NOTE = S3Objects.TRASH + "hours";

    @Override
    public List<Entry> list() throws IOException {
      return objects.listed(() ->
          objects
              .list(S3Objects.TRASH)
              .map(object ->
                  new Entry(object.key().substring(S3Objects.TRASH.length()), object.size()))
              .toList());
    }

    @Override
    public int take(Map<String, String> names) throws IOException {
      return move(names, S3Objects::blob, S3Objects.TRASH::concat);
    }

    @Override
    public int giveBack(Map<String, String> ids) throws IOException {
      return move(ids, S3Objects.TRASH::concat, S3Objects::blob);
    }

    private int move(
        Map<String, String> names, UnaryOperator<String> from, UnaryOperator<String> to)
        throws IOException {
      int moved = 0;
      for (Map.Entry<String, String> one : names.entrySet()) {
        String source = from.apply(one.getKey());
        if (objects.copy(source, to.apply(one.getValue()))) {
          objects.delete(source);
          moved++;
        }
      }
      return moved;
    }

    /** Does nothing, because a restored object is as young as its copy. */
    @Override
    public void renew(String name, Instant now) {}

    @Override
    public boolean delete(String name) throws IOException {
      boolean there = objects.find(S3Objects.TRASH + name).isPresent();
      objects.delete(S3Objects.TRASH + name);
      return there;
    }

    @Override
    public Optional<String> note() throws IOException {
      return objects.text(NOTE);
    }

    @Override
    public void note(String line) throws IOException {
      objects.put(NOTE, line);
    }
  }
}
