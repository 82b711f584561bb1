package dev.gatehouse.store.blobs;

import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Recently used blobs of a folder with their checksums. Bounded in blocks, so in memory. */
final class CheckedFiles {
  /** About 3 MB of memory, for 8 GB of files. */
  private static final int MAX_BLOCKS = 1 << 17;

  private final BlobFolder folder;
  private final Sidecars sidecars;
  private final DamagedFiles damaged;
  private final Map<String, CheckedFile> files = new LinkedHashMap<>(16, 0.75f, true);
  private int blocks;

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
    found.ifPresent(file -> keep(blob, file));
    return found;
  }

  /** Returns a recently used blob. Never blocks on the disk. */
  synchronized Optional<CheckedFile> known(String blob) {
    return Optional.ofNullable(files.get(blob));
  }

  /** Stores the checksums of a blob that had none. Blocks. */
  void add(String blob, BlockSums sums) throws IOException {
    sidecars.write(blob, sums);
  }

  private synchronized void keep(String blob, CheckedFile file) {
    if (files.put(blob, file) == null) {
      blocks += file.blocks();
    }
    Iterator<CheckedFile> oldest = files.values().iterator();
    while (blocks > MAX_BLOCKS && files.size() > 1) {
      blocks -= oldest.next().blocks();
      oldest.remove();
    }
  }

  /** Forgets a deleted blob. */
  void drop(String blob) throws IOException {
    synchronized (this) {
      CheckedFile known = files.remove(blob);
      blocks -= known == null ? 0 : known.blocks();
    }
    damaged.remove(blob);
    sidecars.delete(blob);
  }
}
