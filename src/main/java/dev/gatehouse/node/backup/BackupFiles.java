package dev.gatehouse.node.backup;

import module java.base;

import dev.gatehouse.formats.Sha256;
import dev.gatehouse.node.backup.BackupFolder.BackupProgress;
import dev.gatehouse.store.blobs.BlobFolder;
import dev.gatehouse.store.blobs.BlobId;
import dev.gatehouse.store.files.PrivateFiles;
import dev.gatehouse.store.files.SteadySync;
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

  Path at(String name) {
    return folder.resolve(name);
  }

  /** Returns the place of a part of the next backup until that is complete. */
  Path next(String name) {
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
        Path next = next(part).resolve(name.substring(part.length() + 1));
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
    Stream<Path> parts = Stream.of(documents(), next(DOCUMENTS), blobs().root());
    Stream<Path> small = SMALL.stream().flatMap(part -> Stream.of(at(part), next(part)));
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

  /**
   * Copies files with owner-only permissions. A file appears under its name once it is complete.
   * Used by one thread.
   */
  static final class FileCopy {
    /** Suffix of the names of incomplete files. */
    static final String UNFINISHED = ".new";

    private static final int CHUNK = 1 << 18;

    private final BackupProgress progress;
    private final Set<Path> folders = new LinkedHashSet<>();

    /** Reused, because a backup copies many small files beside requests. */
    private final byte[] chunk = new byte[CHUNK];

    FileCopy(BackupProgress progress) {
      this.progress = progress;
    }

    /** Deletes incomplete files of an interrupted copy, in all subfolders of a folder. */
    static void deleteUnfinished(Path root) throws IOException {
      for (Path file : regularFiles(root, 2)) {
        if (file.toString().endsWith(UNFINISHED)) {
          Files.delete(file);
        }
      }
    }

    /** Copies a file with its modification time, and replaces an existing file. */
    Manifest.Entry copy(Path from, Path to) throws IOException {
      try (InputStream in = Files.newInputStream(from)) {
        Manifest.Entry copied = copy(in, to, Optional.empty()).orElseThrow();
        Files.setLastModifiedTime(to, Files.getLastModifiedTime(from));
        return copied;
      }
    }

    /**
     * Copies a stream to its end, and replaces an existing file.
     *
     * @param sha256 expected digest in hexadecimal; empty to accept any content
     * @return empty if the digest differs; then no file is written
     */
    Optional<Manifest.Entry> copy(InputStream from, Path to, Optional<String> sha256)
        throws IOException {
      Path unfinished =
          PrivateFiles.made(
              PrivateFiles.folder(to.getParent()).resolve(to.getFileName() + UNFINISHED));
      MessageDigest digest = Sha256.digest();
      long size = 0;
      try (FileChannel out =
          FileChannel.open(
              unfinished, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
        var sync = new SteadySync(out::force);
        for (int n = from.read(chunk); n >= 0; n = from.read(chunk)) {
          digest.update(chunk, 0, n);
          ByteBuffer bytes = ByteBuffer.wrap(chunk, 0, n);
          while (bytes.hasRemaining()) {
            size += out.write(bytes);
          }
          sync.grown(size);
          progress.advance(n, to.getFileName().toString());
        }
        out.force(true);
      }
      String found = HexFormat.of().formatHex(digest.digest());
      if (!sha256.orElse(found).equals(found)) {
        Files.delete(unfinished);
        return Optional.empty();
      }
      Files.move(unfinished, to, StandardCopyOption.ATOMIC_MOVE);
      folders.add(to.getParent());
      return Optional.of(new Manifest.Entry(size, found));
    }

    /** Creates a hard link. Returns false if the target exists, or links are not supported. */
    boolean link(Path from, Path to) throws IOException {
      PrivateFiles.folder(to.getParent());
      try {
        Files.createLink(to, from);
      } catch (FileSystemException | UnsupportedOperationException unsupported) {
        return false;
      }
      folders.add(to.getParent());
      return true;
    }

    /** Reads a file and returns its size and digest. */
    static Manifest.Entry entry(Path file) throws IOException {
      try (InputStream in = Files.newInputStream(file)) {
        return new Manifest.Entry(Files.size(file), Sha256.hex(in));
      }
    }

    /** Flushes the folders of the copied files to disk, so that they survive a power loss. */
    void sync() throws IOException {
      for (Path folder : folders) {
        PrivateFiles.sync(folder);
      }
    }
  }

  /**
   * List of a backup's files with their sizes and digests. It ends with a digest of itself.
   *
   * @param files by their path in the backup, with slashes
   */
  record Manifest(Instant created, SortedMap<String, Entry> files) {
    static final String NAME = "manifest";

    /** A complete manifest whose documents are not in place yet. */
    static final String NEXT = "manifest.next";

    private static final String FORMAT = "gatehouse-backup 2";
    private static final String CREATED = "created ";
    private static final String END = "end ";
    private static final Pattern LINE = Pattern.compile("([0-9a-f]{64}) ([0-9]{1,18}) (.+)");
    private static final int MIN_LINES = 3;
    private static final int ID_LENGTH = 12;

    /** Size and SHA-256 of a file. */
    record Entry(long size, String sha256) {}

    /** Returns an empty list of files. */
    static SortedMap<String, Entry> none() {
      return Collections.emptySortedMap();
    }

    /** Returns hexadecimal digits that differ for each backup. */
    String id() {
      return digest(text()).substring(0, ID_LENGTH);
    }

    private String text() {
      StringBuilder text = new StringBuilder(FORMAT + "\n" + CREATED + created + "\n");
      files.forEach((path, file) ->
          text.append(file.sha256())
              .append(' ')
              .append(file.size())
              .append(' ')
              .append(path)
              .append('\n'));
      return text.toString();
    }

    /** Writes the manifest durably under a name in a backup. */
    void write(Path folder, String name) throws IOException {
      String text = text();
      PrivateFiles.write(folder.resolve(name), text + END + digest(text) + "\n");
    }

    /**
     * Reads a manifest; empty if it does not exist.
     *
     * @throws IllegalStateException if it is damaged, or was written by a later release
     */
    static Optional<Manifest> read(Path file) throws IOException {
      String text;
      try {
        // Damage may not be valid UTF-8.
        text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      } catch (NoSuchFileException none) {
        return Optional.empty();
      }
      return Optional.of(of(text, file.toString()));
    }

    /**
     * Reads the text of a manifest.
     *
     * @param file its location, for messages
     */
    static Manifest of(String text, String file) {
      List<String> lines = text.lines().toList();
      String last = lines.isEmpty() ? "" : lines.getLast();
      String before = text.substring(0, Math.max(0, text.length() - last.length() - 1));
      if (lines.size() < MIN_LINES || !last.equals(END + digest(before)) || !text.endsWith("\n")) {
        throw new IllegalStateException("the backup is damaged: " + file + " is damaged");
      }
      if (!lines.getFirst().equals(FORMAT)) {
        throw new IllegalStateException(
            ("%s has the format \"%s\", and this release supports \"%s\": restore the backup"
                    + " with the release that wrote it")
                .formatted(file, lines.getFirst(), FORMAT));
      }
      SortedMap<String, Entry> files = new TreeMap<>();
      for (String line : lines.subList(2, lines.size() - 1)) {
        Matcher entry = LINE.matcher(line);
        if (!entry.matches()) {
          throw new IllegalStateException("the backup is damaged: " + file + " is damaged");
        }
        files.put(entry.group(3), new Entry(Long.parseLong(entry.group(2)), entry.group(1)));
      }
      return new Manifest(Instant.parse(lines.get(1).substring(CREATED.length())), files);
    }

    private static String digest(String text) {
      return HexFormat.of()
          .formatHex(Sha256.digest().digest(text.getBytes(StandardCharsets.UTF_8)));
    }
  }
}
