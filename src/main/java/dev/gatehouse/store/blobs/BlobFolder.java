package dev.gatehouse.store.blobs;

import static java.nio.file.StandardOpenOption.WRITE;

import module java.base;

import dev.gatehouse.store.blobs.BlobStoreIdentity.StoreIdNote;
import dev.gatehouse.store.files.PrivateFiles;

/**
 * Folder of blobs with a file that identifies their store. Reading it creates no files, because it
 * may be the mount point of a missing disk.
 */
public record BlobFolder(Path root) implements BlobStoreIdentity {
  static final String UNFINISHED = "unfinished";

  private static final String FILE = "identity";

  /** Returns the file that identifies the store. */
  public Path file() {
    return root.resolve(FILE);
  }

  @Override
  public String place() {
    return root.toString();
  }

  @Override
  public Optional<String> store() throws IOException {
    List<String> lines;
    try {
      lines = new String(Files.readAllBytes(file()), StandardCharsets.ISO_8859_1).lines().toList();
    } catch (NoSuchFileException none) {
      return Optional.empty();
    }
    return Optional.of(StoreIdNote.read(lines, file().toString()));
  }

  @Override
  public long count() throws IOException {
    return count(FileBlobs.shards(root));
  }

  @Override
  public long countTrash() throws IOException {
    return count(List.of(root.resolve(FileTrash.FOLDER)));
  }

  private static long count(List<Path> folders) throws IOException {
    long count = 0;
    for (Path folder : folders) {
      if (Files.isDirectory(folder)) {
        count += FileBlobs.countIn(folder);
      }
    }
    return count;
  }

  /** Returns the path of a blob, whether or not it exists. */
  public Path path(String blob) {
    return FileBlobs.path(root, blob);
  }

  @Override
  public Optional<Path> file(String blob) {
    return Optional.of(path(blob));
  }

  @Override
  public SortedMap<String, Long> sizes() throws IOException {
    SortedMap<String, Long> sizes = new TreeMap<>();
    for (Path folder : FileBlobs.shards(root)) {
      if (Files.isDirectory(folder)) {
        addSizes(folder, sizes);
      }
    }
    return sizes;
  }

  private static void addSizes(Path folder, SortedMap<String, Long> sizes) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        try {
          if (BlobId.is(name)) {
            sizes.put(name, Files.size(file));
          }
        } catch (NoSuchFileException deleted) {
          // Deleted by the running node during this read.
        }
      }
    }
  }

  /** Returns empty, because a folder stores no digests. */
  @Override
  public Optional<String> sha256(String blob) {
    return Optional.empty();
  }

  @Override
  public void write(String blob, Path file) throws IOException {
    Path unfinished = PrivateFiles.folder(root.resolve(UNFINISHED));
    Path draft = Files.createTempFile(unfinished, blob + "-", ".part");
    Files.copy(file, draft, StandardCopyOption.REPLACE_EXISTING);
    PrivateFiles.sync(draft);
    Path place = path(blob);
    PrivateFiles.folder(place.getParent());
    Files.move(draft, place, StandardCopyOption.ATOMIC_MOVE);
    PrivateFiles.sync(place.getParent());
  }

  @Override
  public InputStream read(String blob) throws IOException {
    return Files.newInputStream(path(blob));
  }

  @Override
  public void belongTo(String store) throws IOException {
    // Readable by its owner only, like all temporary files. If this process dies now, the sweep
    // finds the file among the unfinished ones.
    Path unfinished = PrivateFiles.folder(root.resolve(UNFINISHED));
    Path draft = Files.createTempFile(unfinished, FILE + "-", ".part");
    try (FileChannel out = FileChannel.open(draft, WRITE)) {
      ByteBuffer text = StandardCharsets.ISO_8859_1.encode(StoreIdNote.text(store));
      while (text.hasRemaining()) {
        out.write(text);
      }
      out.force(true);
    }
    Files.move(draft, file(), StandardCopyOption.ATOMIC_MOVE);
    PrivateFiles.sync(root);
  }
}
