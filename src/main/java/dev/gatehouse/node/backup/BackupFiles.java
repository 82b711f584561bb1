package dev.gatehouse.node.backup;

import module java.base;

import dev.gatehouse.store.blobs.BlobFolder;
import dev.gatehouse.store.blobs.BlobId;
import dev.gatehouse.store.sqlite.EmbeddedStore;

/**
 * Files of a backup: the layout of the data folder, and a manifest.
 *
 * <p>A backup changes in this order: new blobs, {@code manifest.next}, documents, secrets, {@code
 * manifest}. If a step is interrupted, one of the two manifests describes a complete backup.
 */
record BackupFiles(Path folder) {
  static final String MARK = "gatehouse-backup";
  static final String DOCUMENTS = "documents";
  static final String SECRETS = "secrets";
  static final String BLOBS = "blobs";
  static final String SETTINGS = "settings";

  /** Folders whose files are written beside the earlier ones, and replace them at the end. */
  static final List<String> SMALL = List.of(SECRETS, SETTINGS);

  /** Marks a backup to which an unfinished run has added files that no manifest lists yet. */
  static final String UNFINISHED = "unfinished";

  private static final String NEXT = ".next";

  /** Files that no manifest lists. The mark comes last, because it identifies a backup. */
  private static final List<String> OWN =
      List.of(UNFINISHED, "gatehouse.lock", "gatehouse.pid", Manifest.NEXT, Manifest.NAME, MARK);

  Path documents() {
    return folder.resolve(DOCUMENTS);
  }

  Path nextDocuments() {
    return folder.resolve(DOCUMENTS + NEXT);
  }

  Path small(String name) {
    return folder.resolve(name);
  }

  Path nextSmall(String name) {
    return folder.resolve(name + NEXT);
  }

  BlobFolder blobs() {
    return new BlobFolder(folder.resolve(BLOBS));
  }

  boolean isBackup() {
    return Files.exists(folder.resolve(MARK));
  }

  boolean isUnfinished() {
    return Files.exists(folder.resolve(UNFINISHED));
  }

  String name(Path file) {
    return folder.relativize(file).toString().replace('\\', '/');
  }

  boolean isBlob(String name) {
    return BlobId.is(id(name)) && name.equals(name(blobs().path(id(name))));
  }

  /** Returns the ID of a blob by its name. */
  static String id(String name) {
    return name.substring(name.lastIndexOf('/') + 1);
  }

  /**
   * Returns the manifest of the documents in this backup; empty without one.
   *
   * @throws IllegalStateException if it is damaged
   */
  Optional<Manifest> manifest() throws IOException {
    Optional<Manifest> next = switching();
    return next.isPresent() ? next : Manifest.read(folder.resolve(Manifest.NAME));
  }

  /** Returns the next manifest if its documents are already in place. */
  Optional<Manifest> switching() throws IOException {
    try {
      Optional<Manifest> next = Manifest.read(folder.resolve(Manifest.NEXT));
      return next.isPresent() && describesDocuments(next.get()) ? next : Optional.empty();
    } catch (IllegalStateException damaged) {
      return Optional.empty();
    }
  }

  private boolean describesDocuments(Manifest manifest) throws IOException {
    return EmbeddedStore.isIn(documents())
        && FileCopy.entry(folder.resolve(database(documents())))
            .equals(manifest.files().get(database(documents())));
  }

  /** Reads all files and returns the faults by file; empty if the backup is intact. */
  SortedMap<String, String> faults(Manifest manifest, BackupProgress progress) throws IOException {
    SortedMap<String, String> faults = new TreeMap<>();
    for (Map.Entry<String, Manifest.Entry> file : manifest.files().entrySet()) {
      fault(file.getKey(), file.getValue()).ifPresent(fault -> faults.put(file.getKey(), fault));
      progress.advance(file.getValue().size(), file.getKey());
    }
    if (!isUnfinished()) {
      unlisted(manifest).forEach(name -> faults.put(name, "is not in the manifest"));
    }
    return faults;
  }

  private Optional<String> fault(String name, Manifest.Entry listed) throws IOException {
    try {
      Manifest.Entry found = FileCopy.entry(locate(name, listed));
      if (found.size() != listed.size()) {
        return Optional.of("has " + found.size() + " bytes instead of " + listed.size());
      }
      if (found.equals(listed)) {
        return Optional.empty();
      }
      return Optional.of("is damaged: its SHA-256 differs");
    } catch (NoSuchFileException e) {
      return Optional.of("is missing");
    }
  }

  /** Returns a listed file. Small files of an interrupted run may not be in their place yet. */
  Path locate(String name, Manifest.Entry listed) throws IOException {
    for (String part : SMALL) {
      if (name.startsWith(part + "/")) {
        Path next = nextSmall(part).resolve(name.substring(part.length() + 1));
        if (isIntact(next, listed)) {
          return next;
        }
      }
    }
    return folder.resolve(name);
  }

  static boolean isIntact(Path file, Manifest.Entry listed) throws IOException {
    try {
      return Files.size(file) == listed.size() && FileCopy.entry(file).equals(listed);
    } catch (NoSuchFileException missing) {
      return false;
    }
  }

  /** Returns the files that the manifest does not list. */
  Set<String> unlisted(Manifest manifest) throws IOException {
    Set<String> names = new TreeSet<>();
    regularFiles(folder, 1).forEach(file -> names.add(name(file)));
    Stream<Path> parts = Stream.of(documents(), nextDocuments(), blobs().root());
    Stream<Path> small = SMALL.stream().flatMap(part -> Stream.of(small(part), nextSmall(part)));
    for (Path part : Stream.concat(parts, small).toList()) {
      regularFiles(part).forEach(file -> names.add(name(file)));
    }
    names.removeAll(manifest.files().keySet());
    OWN.forEach(names::remove);
    return names;
  }

  /** Deletes the manifest and the marks of a backup whose listed files are deleted. */
  void deleteOwn() throws IOException {
    for (String name : OWN) {
      Files.deleteIfExists(folder.resolve(name));
    }
  }

  /** Returns the files in a folder, which may be missing, and in its subfolders to a depth. */
  static List<Path> regularFiles(Path root, int depth) throws IOException {
    if (Files.notExists(root)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(root, depth)) {
      return all.filter(file -> !Files.isDirectory(file)).toList();
    }
  }

  static List<Path> regularFiles(Path root) throws IOException {
    return regularFiles(root, Integer.MAX_VALUE);
  }

  /** Deletes a folder and its subfolders if they contain no file. */
  static void deleteEmptyFolders(Path root) throws IOException {
    if (Files.exists(root) && regularFiles(root).isEmpty()) {
      try (Stream<Path> all = Files.walk(root)) {
        for (Path folder : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(folder);
        }
      }
    }
  }

  static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.findAny().isEmpty();
    }
  }

  /** Returns the name of the documents' file in a manifest. */
  static String database(Path documents) {
    return DOCUMENTS + "/" + EmbeddedStore.name(documents);
  }
}
