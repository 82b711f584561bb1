package dev.gatehouse.node.backup;

import module java.base;

import dev.gatehouse.formats.Sha256;
import dev.gatehouse.node.backup.BackupFiles.FileCopy;
import dev.gatehouse.node.backup.BackupFiles.Manifest;
import dev.gatehouse.store.blobs.BlobStoreIdentity.StoreIdNote;
import dev.gatehouse.store.s3.S3Folder;

/**
 * Copies of verified backups in an object store. The manifest is uploaded last, so a copy with a
 * manifest is complete. Unchanged files are copied within the object store.
 *
 * @param store id of the store whose backups these are
 */
record BackupBucket(S3Folder bucket, String store) implements AutoCloseable {
  private static final String IDENTITY = BackupFiles.BLOBS + "/identity";

  /** Returns the highest number of any backup; 0 without one. */
  int highestNumber() throws IOException {
    return names().mapToInt(BackupSeries::number).max().orElse(0);
  }

  private Stream<String> names() throws IOException {
    return bucket.sizes("backup-").keySet().stream()
        .map(file -> file.substring(0, Math.max(0, file.indexOf('/'))))
        .filter(name -> BackupSeries.number(name) > 0)
        .distinct();
  }

  /** Returns the manifest of a complete copy of this store's backup; empty for all others. */
  private Optional<Manifest> manifest(String name) throws IOException {
    Optional<String> manifest = bucket.text(name + "/" + Manifest.NAME);
    Optional<String> identity = bucket.text(name + "/" + IDENTITY);
    try {
      return identity
          .map(text -> StoreIdNote.read(text.lines().toList(), bucket + name))
          .filter(store::equals)
          .flatMap(ours -> manifest)
          .map(text -> Manifest.of(text, bucket + name));
    } catch (IllegalStateException damagedOrNewer) {
      return Optional.empty();
    }
  }

  /** Returns the manifests of the complete copies of this store's backups, oldest first. */
  private SortedMap<String, Manifest> complete() throws IOException {
    SortedMap<String, Manifest> complete = new TreeMap<>();
    for (String name : names().toList()) {
      manifest(name).ifPresent(manifest -> complete.put(name, manifest));
    }
    return complete;
  }

  /**
   * Copies a verified backup, unless the copy is complete. Uploaded files are read again; files
   * that are copied within the object store are compared by size and stored digest.
   *
   * @return the location of the copy
   * @throws IllegalStateException if the object store returns other bytes than were sent
   */
  String store(Path backup, Manifest manifest) throws IOException {
    // The name contains the backup's id: a restored node and its paused predecessor use the same
    // numbers, and must not overwrite each other's files.
    String name = backup.getFileName() + "-" + manifest.id();
    if (manifest(name).filter(manifest::equals).isEmpty()) {
      SortedMap<String, Manifest> before = complete();
      String previous = before.isEmpty() ? "" : before.lastKey();
      SortedMap<String, Manifest.Entry> known =
          before.isEmpty() ? Manifest.none() : before.get(previous).files();
      for (Map.Entry<String, Manifest.Entry> file : manifest.files().entrySet()) {
        String target = name + "/" + file.getKey();
        boolean done =
            holds(target, file.getValue())
                || (file.getValue().equals(known.get(file.getKey()))
                    && bucket.copy(previous + "/" + file.getKey(), target)
                    && holds(target, file.getValue()));
        if (!done) {
          upload(backup.resolve(file.getKey()), target);
        }
      }
      upload(backup.resolve(BackupFiles.MARK), name + "/" + BackupFiles.MARK);
      upload(backup.resolve(Manifest.NAME), name + "/" + Manifest.NAME);
    }
    return bucket + name;
  }

  private boolean holds(String name, Manifest.Entry entry) throws IOException {
    return Long.valueOf(entry.size()).equals(bucket.sizes(name).get(name))
        && bucket.sha256(name).filter(entry.sha256()::equals).isPresent();
  }

  private void upload(Path file, String name) throws IOException {
    Manifest.Entry entry = FileCopy.entry(file);
    bucket.upload(file, name, entry.size(), entry.sha256());
    try (InputStream in = bucket.read(name)) {
      if (!Sha256.hex(in).equals(entry.sha256())) {
        throw new IllegalStateException(
            "the object store returned other bytes than were sent to " + bucket + name);
      }
    }
  }

  /** Removes the oldest complete copies, except the newest {@code keep}. */
  int removeOld(int keep) throws IOException {
    SortedMap<String, Manifest> complete = complete();
    int old = Math.max(0, complete.size() - keep);
    for (Map.Entry<String, Manifest> copy : complete.entrySet().stream().limit(old).toList()) {
      List<String> files = new ArrayList<>(copy.getValue().files().keySet());
      // The identity and the manifest allow an interrupted removal to continue.
      files.remove(IDENTITY);
      files.addAll(List.of(BackupFiles.MARK, Manifest.NAME, IDENTITY));
      for (String file : files) {
        bucket.delete(copy.getKey() + "/" + file);
      }
    }
    return old;
  }

  @Override
  public void close() {
    bucket.close();
  }
}
