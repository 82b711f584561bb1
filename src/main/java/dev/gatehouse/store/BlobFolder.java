package dev.gatehouse.store;

import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A folder of blobs and the file in it that says which store it belongs to. Looking at it makes
 * nothing: it may be the mount point of a disk that is not there.
 */
public final class BlobFolder {
  static final String UNFINISHED = "unfinished";

  private static final String FILE = "identity";
  private static final String FORMAT = "gatehouse-blobs 1";
  private static final Pattern ID = Pattern.compile("[0-9a-f]{24}");

  private final Path root;

  public BlobFolder(Path root) {
    this.root = root;
  }

  public Path root() {
    return root;
  }

  /** The file that names the store. */
  public Path file() {
    return root.resolve(FILE);
  }

  /**
   * The id of the store that the folder belongs to; empty where it belongs to none.
   *
   * @throws IllegalStateException if the file is damaged or of another release
   */
  public Optional<String> store() throws IOException {
    List<String> lines;
    try {
      lines = new String(Files.readAllBytes(file()), StandardCharsets.ISO_8859_1).lines().toList();
    } catch (NoSuchFileException none) {
      return Optional.empty();
    }
    if (lines.size() != 2 || !lines.getFirst().equals(FORMAT) || !isId(lines.getLast())) {
      throw new IllegalStateException(
          file()
              + " is damaged, or of a release that this one does not know; expected are the line \""
              + FORMAT
              + "\" and the id of the store. Put the file of a backup in its place");
    }
    return Optional.of(lines.getLast());
  }

  private static boolean isId(String line) {
    return ID.matcher(line).matches();
  }

  /** Returns how many blobs there are, those in the trash not counted. */
  public long count() throws IOException {
    return count(FileBlobs.shards(root));
  }

  public long countTrash() throws IOException {
    return count(List.of(root.resolve(Trash.FOLDER)));
  }

  private static long count(List<Path> folders) throws IOException {
    long count = 0;
    for (Path folder : folders) {
      count += Files.isDirectory(folder) ? FileBlobs.countIn(folder) : 0;
    }
    return count;
  }

  /** Returns whether a blob lies here. */
  public boolean holds(String blob) {
    return Files.isRegularFile(path(blob));
  }

  /** The path at which a blob lies, or would lie. */
  public Path path(String blob) {
    return FileBlobs.path(root, blob);
  }

  /** Returns whether any blob lies here, in the trash or not. */
  public boolean holdsBlobs() throws IOException {
    return count() + countTrash() > 0;
  }

  /** Writes down whose the folder is; the file appears whole, and is on the disk then. */
  void belongTo(String store) throws IOException {
    // The owner's only, as temporary files are; among the unfinished the sweep finds it, should
    // this process die now.
    Path unfinished = OwnFiles.folder(root.resolve(UNFINISHED));
    Path draft = Files.createTempFile(unfinished, FILE + "-", ".part");
    try (FileChannel out = FileChannel.open(draft, WRITE)) {
      ByteBuffer text = StandardCharsets.ISO_8859_1.encode(FORMAT + "\n" + store + "\n");
      while (text.hasRemaining()) {
        out.write(text);
      }
      out.force(true);
    }
    Files.move(draft, file(), StandardCopyOption.ATOMIC_MOVE);
    OwnFiles.sync(root);
  }
}
