package dev.gatehouse.cli;

import dev.gatehouse.store.blobs.BlobStoreIdentity;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Copies missing blobs and their owners between folders and object stores. Blobs never change, so
 * an existing blob of the same size is not copied again. Blobs read from an object store are
 * checked against their known digest.
 */
final class BlobCopy {
  private final Progress progress;
  private final List<String> damaged = new ArrayList<>();
  private int copied;

  BlobCopy(Progress progress) {
    this.progress = progress;
  }

  /** Returns the total number of copied blobs. */
  int copied() {
    return copied;
  }

  /** Returns the ids of blobs that were read and are corrupted. */
  List<String> damaged() {
    return List.copyOf(damaged);
  }

  /**
   * Copies the blobs. Blocks.
   *
   * @param wanted ids of the blobs, with their sizes
   */
  void run(SortedMap<String, Long> wanted, BlobStoreIdentity from, BlobStoreIdentity to)
      throws IOException {
    SortedMap<String, Long> there = to.sizes();
    SortedMap<String, Long> missing = new TreeMap<>(wanted);
    missing.entrySet().removeIf(blob -> blob.getValue().equals(there.get(blob.getKey())));
    missing.keySet().removeAll(damaged);
    missing.values().forEach(progress::expect);
    var files = new FileCopy(progress);
    for (String id : missing.keySet()) {
      try {
        copy(id, from, to, files);
      } catch (NoSuchFileException gone) {
        // A blob that was deleted meanwhile is no longer referenced by any document.
      }
    }
    files.sync();
    Optional<String> store = from.store();
    if (store.isPresent() && !store.equals(to.store())) {
      to.belongTo(store.get());
    }
  }

  private void copy(String id, BlobStoreIdentity from, BlobStoreIdentity to, FileCopy files)
      throws IOException {
    Optional<Path> source = from.file(id);
    Optional<Path> target = to.file(id);
    if (source.isPresent() && target.isPresent()) {
      files.copy(source.get(), target.get());
    } else if (target.isPresent()) {
      try (InputStream in = from.read(id)) {
        if (!files.copy(in, target.get(), from.sha256(id))) {
          damaged.add(id);
          return;
        }
      }
    } else {
      to.write(id, source.orElseThrow());
      progress.advance(Files.size(source.get()), id);
    }
    copied++;
  }
}
