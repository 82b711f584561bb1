package dev.gatehouse.store.blobs;

import dev.gatehouse.caching.MemoryCache;
import java.io.IOException;
import java.util.Optional;

/** Recently used blobs of a folder with their checksums. Bounded in blocks, so in memory. */
final class CheckedFiles {
  /** About 3 MB of memory, for 8 GB of files. */
  private static final int MAX_BLOCKS = 1 << 17;

  private final BlobFolder folder;
  private final Sidecars sidecars;
  private final DamagedFiles damaged;
  private final MemoryCache<String, CheckedFile> files =
      MemoryCache.ofWeight(MAX_BLOCKS, CheckedFile::blocks);

  CheckedFiles(BlobFolder folder, DamagedFiles damaged) {
    this.folder = folder;
    this.sidecars = new Sidecars(folder.root());
    this.damaged = damaged;
  }

  /** Returns a blob with its checksums; empty if it has none yet. Blocks. */
  Optional<CheckedFile> find(String blob) throws IOException {
    Optional<CheckedFile> known = known(blob);
    if (known.isPresent()) {
      return known;
    }
    Optional<CheckedFile> found =
        sidecars
            .find(blob)
            .map(sums -> new CheckedFile(folder.path(blob), blob, sums, damaged, System::nanoTime));
    found.ifPresent(file -> files.put(blob, file));
    return found;
  }

  /** Returns a recently used blob. Never blocks on the disk. */
  Optional<CheckedFile> known(String blob) {
    return Optional.ofNullable(files.find(blob));
  }

  /** Stores the checksums of a blob that had none. Blocks. */
  void add(String blob, BlockSums sums) throws IOException {
    sidecars.write(blob, sums);
  }

  /** Forgets a deleted blob. */
  void drop(String blob) throws IOException {
    files.remove(blob);
    damaged.remove(blob);
    sidecars.delete(blob);
  }
}
