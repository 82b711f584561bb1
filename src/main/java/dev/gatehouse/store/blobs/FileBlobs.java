package dev.gatehouse.store.blobs;

import module java.base;

import dev.gatehouse.store.files.DiskSpaceGuard;
import dev.gatehouse.store.files.PrivateFiles;
import dev.gatehouse.store.files.SteadySync;

/**
 * Blobs as files in 256 folders, named by the first two digits of the id. A blob is written under a
 * temporary name and renamed once it is complete and on disk.
 */
public final class FileBlobs implements BlobStore {
  private static final int SHARDS = 256;
  private static final int ID_LENGTH = 24;

  private final Path root;
  private final Path unfinished;
  private final DiskSpaceGuard diskSpace;
  private final RandomGenerator random;
  private final DamagedFiles damaged = new DamagedFiles();

  private FileBlobs(Path root, DiskSpaceGuard diskSpace, RandomGenerator random) {
    this.root = root;
    this.unfinished = root.resolve(BlobFolder.UNFINISHED);
    this.diskSpace = diskSpace;
    this.random = random;
  }

  /** Opens the store in a folder, which is created if missing. */
  public static FileBlobs open(Path root, long reserveBytes, RandomGenerator random)
      throws IOException {
    PrivateFiles.durableFolder(root);
    return open(root, DiskSpaceGuard.on(root, reserveBytes), random);
  }

  static FileBlobs open(Path root, DiskSpaceGuard diskSpace, RandomGenerator random)
      throws IOException {
    FileBlobs blobs = new FileBlobs(root, diskSpace, random);
    PrivateFiles.folder(blobs.unfinished);
    PrivateFiles.folder(root.resolve(FileTrash.FOLDER));
    // Creates all folders now, so that a commit only has to synchronize an existing folder.
    for (String shard : shards().toList()) {
      PrivateFiles.folder(root.resolve(shard));
    }
    PrivateFiles.sync(root);
    return blobs;
  }

  @Override
  public Trash trash() {
    return new Trash(new FileTrash(root));
  }

  @Override
  public Set<String> unfinished(Instant before) throws IOException {
    Set<String> found = new HashSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(unfinished)) {
      for (Path file : files) {
        if (writtenBefore(file, before)) {
          found.add(file.getFileName().toString());
        }
      }
    }
    return found;
  }

  @Override
  public void dropUnfinished(Collection<String> names) throws IOException {
    for (String name : names) {
      Files.deleteIfExists(unfinished.resolve(name));
    }
  }

  @Override
  public BlobWriter create() throws IOException {
    diskSpace.require(0);
    String name = BlobId.fresh(random);
    return new FileBlobWriter(name, unfinished.resolve(name + ".part"), path(name), diskSpace);
  }

  @Override
  public SeekableByteChannel open(String id) throws IOException {
    return FileChannel.open(path(id), StandardOpenOption.READ);
  }

  @Override
  public Optional<Path> file(String id) {
    return Optional.of(path(id));
  }

  @Override
  public Stream<String> sorted(String after) {
    return shards()
        .filter(shard -> after.isEmpty() || shard.compareTo(after.substring(0, 2)) >= 0)
        .flatMap(shard -> olderThan(Instant.MAX, root.resolve(shard)).stream().sorted())
        .filter(id -> id.compareTo(after) > 0);
  }

  @Override
  public void deleteBlockChecksums() throws IOException {
    Path sums = root.resolve("checksums");
    if (Files.isDirectory(sums)) {
      List<Path> found;
      try (Stream<Path> all = Files.walk(sums)) {
        found = all.toList();
      }
      for (Path each : found.reversed()) {
        Files.deleteIfExists(each);
      }
    }
  }

  @Override
  public DamagedFiles damaged() {
    return damaged;
  }

  /** Returns the path of a blob, whether or not it exists. */
  public Path path(String id) {
    return path(root, id);
  }

  static Path path(Path root, String id) {
    return root.resolve(BlobId.checked(id).substring(0, 2)).resolve(id);
  }

  @Override
  public LocalBlob local(String id) throws IOException {
    Path file = path(id);
    if (Files.notExists(file)) {
      throw new NoSuchFileException(file.toString());
    }
    return new InPlace(file);
  }

  /** Blob that is already a local file. */
  private record InPlace(Path path) implements LocalBlob {
    @Override
    public void close() {}
  }

  @Override
  public Optional<Stat> stat(String id) throws IOException {
    try {
      BasicFileAttributes file = Files.readAttributes(path(id), BasicFileAttributes.class);
      return Optional.of(new Stat(file.size(), file.lastModifiedTime().toInstant()));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  @Override
  public boolean delete(String id) throws IOException {
    boolean deleted = Files.deleteIfExists(path(id));
    damaged.remove(id);
    return deleted;
  }

  @Override
  public Stream<String> olderThan(Instant moment) {
    return shards().flatMap(shard -> olderThan(moment, root.resolve(shard)).stream());
  }

  @Override
  public long count() throws IOException {
    return new BlobFolder(root).count();
  }

  private static List<String> olderThan(Instant moment, Path shard) {
    List<String> ids = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(shard)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        if (BlobId.is(name) && writtenBefore(file, moment)) {
          ids.add(name);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ids;
  }

  private static boolean writtenBefore(Path file, Instant moment) throws IOException {
    try {
      return Files.getLastModifiedTime(file).toInstant().isBefore(moment);
    } catch (NoSuchFileException e) {
      return false; // its writer or another node's sweep has removed it
    }
  }

  /** Returns the folders that contain complete blobs. */
  static List<Path> shards(Path root) {
    return shards().map(root::resolve).toList();
  }

  /** Returns the number of blobs in such a folder or in the trash, where names have a suffix. */
  static long countIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> beginsWithId(file.getFileName().toString())).count();
    }
  }

  private static boolean beginsWithId(String name) {
    return name.length() >= ID_LENGTH && BlobId.is(name.substring(0, ID_LENGTH));
  }

  @Override
  public void close() {}

  private static Stream<String> shards() {
    return IntStream.range(0, SHARDS).mapToObj(n -> HexFormat.of().toHexDigits((byte) n));
  }

  /** Writes one blob to a temporary file and moves it into place. */
  static final class FileBlobWriter extends StagedBlobWriter {
    private final Path place;
    private final DiskSpaceGuard diskSpace;
    private SteadySync sync;

    /**
     * @param temporary file while it is written
     * @param place its final file
     */
    FileBlobWriter(String id, Path temporary, Path place, DiskSpaceGuard diskSpace)
        throws IOException {
      super(id, temporary, diskSpace);
      this.place = place;
      this.diskSpace = diskSpace;
    }

    @Override
    protected void require(long bytes) throws IOException {
      diskSpace.require(bytes);
    }

    @Override
    protected void beforeWrite(FileChannel channel, long size) throws IOException {
      if (sync == null) {
        sync = new SteadySync(channel::force);
      }
      sync.grown(size);
    }

    @Override
    protected void complete(Blob blob, Path file, FileChannel channel) throws IOException {
      try {
        channel.force(true);
        channel.close();
        Files.move(file, place, StandardCopyOption.ATOMIC_MOVE);
        // A rename survives a power loss only after its folder is synchronized to disk.
        PrivateFiles.sync(place.getParent());
      } catch (IOException e) {
        Files.deleteIfExists(place);
        throw diskSpace.typed(e);
      }
    }
  }
}
