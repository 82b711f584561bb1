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
 */
record BackupBucket(S3Folder bucket) implements AutoCloseable {
  private static final String IDENTITY = BackupFiles.BLOBS + "/identity";

  /** Returns the highest number of any backup; 0 without one. */
  int highestNumber() throws IOException {
    return names().stream().mapToInt(BackupSeries::number).max().orElse(0);
  }

  private List<String> names() throws IOException {
    TreeSet<String> names = new TreeSet<>();
    for (String file : bucket.sizes("backup-").keySet()) {
      String name = file.substring(0, Math.max(0, file.indexOf('/')));
      if (BackupSeries.number(name) > 0) {
        names.add(name);
      }
    }
    return List.copyOf(names);
  }

  /** Returns the manifest of a complete copy of this store's backup; empty for all others. */
  private Optional<Manifest> manifest(String name, String store) throws IOException {
    Optional<String> manifest = bucket.text(name + "/" + Manifest.NAME);
    Optional<String> identity = bucket.text(name + "/" + IDENTITY);
    try {
      boolean ours =
          identity
              .map(text -> StoreIdNote.read(text.lines().toList(), bucket + name))
              .filter(store::equals)
              .isPresent();
      return ours ? manifest.map(text -> Manifest.of(text, bucket + name)) : Optional.empty();
    } catch (IllegalStateException damagedOrNewer) {
      return Optional.empty();
    }
  }

  /** Returns the complete copies of this store's backups, oldest first. */
  private List<String> complete(String store) throws IOException {
    List<String> complete = new ArrayList<>();
    for (String name : names()) {
      if (manifest(name, store).isPresent()) {
        complete.add(name);
      }
    }
    return complete;
  }

  /**
   * Returns the name of a backup's copy. It contains the backup's id: a restored node and its
   * paused predecessor use the same numbers, and must not overwrite each other's files.
   */
  private static String name(Path backup, Manifest manifest) {
    return backup.getFileName() + "-" + manifest.id();
  }

  /**
   * Copies a verified backup, unless the copy is complete. Uploaded files are read again; files
   * that are copied within the object store are compared by size and stored digest.
   *
   * @return the location of the copy
   * @throws IllegalStateException if the object store returns other bytes than were sent
   */
  String store(Path backup, String store, Manifest manifest) throws IOException {
    String name = name(backup, manifest);
    if (manifest(name, store).filter(manifest::equals).isEmpty()) {
      List<String> before = complete(store);
      Optional<String> previous = before.reversed().stream().findFirst();
      SortedMap<String, Manifest.Entry> known = Manifest.none();
      if (previous.isPresent()) {
        known = manifest(previous.get(), store).map(Manifest::files).orElse(known);
      }
      for (Map.Entry<String, Manifest.Entry> file : manifest.files().entrySet()) {
        String target = name + "/" + file.getKey();
        boolean done =
            holds(target, file.getValue())
                || (file.getValue().equals(known.get(file.getKey()))
                    && bucket.copy(previous.orElse("") + "/" + file.getKey(), target)
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
    bucket.upload(file, name, Files.size(file), entry.sha256());
    try (InputStream in = bucket.read(name)) {
      if (!Sha256.hex(in).equals(entry.sha256())) {
        throw new IllegalStateException(
            "the object store returned other bytes than were sent to " + bucket + name);
      }
    }
  }

  /**
   * Removes the oldest complete copies, except the newest {@code keep}: the files in their
   * manifests, and then the manifests.
   */
  int removeOld(int keep, String store) throws IOException {
    List<String> complete = complete(store);
    List<String> old = complete.subList(0, Math.max(0, complete.size() - keep));
    for (String name : old) {
      Optional<Manifest> manifest = manifest(name, store);
      if (manifest.isPresent()) {
        for (String file : manifest.get().files().keySet()) {
          // The identity and the manifest allow an interrupted removal to continue.
          if (!file.equals(IDENTITY)) {
            bucket.delete(name + "/" + file);
          }
        }
        bucket.delete(name + "/" + BackupFiles.MARK);
        bucket.delete(name + "/" + Manifest.NAME);
        bucket.delete(name + "/" + IDENTITY);
      }
    }
    return old.size();
  }

  @Override
  public void close() {
    bucket.close();
  }
}
