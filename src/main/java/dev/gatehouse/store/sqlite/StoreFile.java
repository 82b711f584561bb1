package dev.gatehouse.store.sqlite;

import module java.base;

import dev.gatehouse.formats.CommandName;
import dev.gatehouse.store.files.PrivateFiles;

/**
 * File of the store, a SQLite database with a write-ahead log, and its folder. A completed commit
 * survives a crash; with fsync, also a power loss.
 *
 * <p>Never open or copy the file with Java while a store has it open. When any descriptor of the
 * file is closed, the process loses SQLite's locks on it.
 */
final class StoreFile implements AutoCloseable {
  static final String NAME = "documents.sqlite";

  /** "GATE", the application id in SQLite's header. */
  static final int APPLICATION = 0x47415445;

  /**
   * Format of the file and of the documents in it. Increase it if older releases misread either.
   */
  static final int FORMAT = 3;

  private static final int PAGE_BYTES = 4096;
  private static final int HEADER_BYTES = 100;
  private static final int PAGES_AT = 28;
  private static final int FORMAT_AT = 60;
  private static final int APPLICATION_AT = 68;
  private static final int WRITER_CACHE_KILOBYTES = 16_000;
  private static final int READER_CACHE_KILOBYTES = 2_000;
  private static final long MAPPED_BYTES = 1L << 30;

  /** Pages in the log after which they are copied into the file. */
  private static final int LOG_PAGES = 4_000;

  private static final int LOG_BYTES_KEPT = 64 * 1024 * 1024;

  private final Path file;
  private final boolean fsync;
  private final Optional<FolderLock> lock;

  /**
   * Opens a store's folder, which is created if missing.
   *
   * @param fsync whether a commit survives a power loss
   * @throws IllegalStateException if another process uses the store, or its file cannot be read
   */
  static StoreFile open(Path folder, boolean fsync) {
    Path there = there(folder);
    var file = new StoreFile(there, fsync, Optional.of(FolderLock.ofStore(there)));
    try {
      file.prepare();
      return file;
    } catch (IOException e) {
      file.close();
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private StoreFile(Path folder, boolean fsync, Optional<FolderLock> lock) {
    this.fsync = fsync;
    this.file = folder.resolve(NAME);
    this.lock = lock;
  }

  private void prepare() throws IOException {
    Path folder = file.getParent();
    if (Files.notExists(file)) {
      mustNotBeOld(folder);
      if (FormerStore.isIn(folder)) {
        Conversion.run(folder, folder);
      } else {
        make();
      }
    }
    checkHeader();
    Conversion.mustBeCurrent(folder);
  }

  /**
   * Opens a store's file read-only. A store in another process may have it open.
   *
   * @throws IllegalStateException if it does not exist or cannot be read
   */
  static StoreFile toRead(Path folder) {
    if (Files.notExists(folder.resolve(NAME))) {
      throw new IllegalStateException("no document store in " + folder);
    }
    var file = new StoreFile(there(folder), false, Optional.empty());
    try (Sql sql = new Sql(file.path())) {
      file.check(
          Integer.parseInt(sql.pragma("application_id")),
          Integer.parseInt(sql.pragma("user_version")));
    }
    return file;
  }

  private static Path there(Path folder) {
    try {
      return PrivateFiles.durableFolder(folder).toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Creates the file under another name until it is complete, so that an empty file is always
   * damaged.
   */
  private void make() throws IOException {
    Path unfinished = file.resolveSibling(NAME + ".new");
    Files.deleteIfExists(unfinished);
    try (Sql sql = new Sql(PrivateFiles.made(unfinished))) {
      sql.pragma("page_size=" + PAGE_BYTES);
      sql.pragma("journal_mode=OFF");
      Lists.TABLES.forEach(sql::run);
      sql.run("CREATE TABLE _values (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID");
      sql.pragma("application_id=" + APPLICATION);
      sql.pragma("user_version=" + FORMAT);
      sql.pragma("journal_mode=WAL");
    }
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    PrivateFiles.sync(file.getParent());
  }

  /** Returns why a write would fail, if its disk fails; writes nothing into the file. */
  Optional<StoreFailure> beforeWriting() {
    return StoreFailure.beforeWriting(file);
  }

  /**
   * Reads the header with Java, which is safe only while no store in this process has the file
   * open.
   */
  private void checkHeader() throws IOException {
    byte[] header = new byte[HEADER_BYTES];
    try (var in = Files.newInputStream(file)) {
      if (in.readNBytes(header, 0, HEADER_BYTES) < HEADER_BYTES) {
        Arrays.fill(header, (byte) 0);
      }
    }
    ByteBuffer fields = ByteBuffer.wrap(header);
    check(fields.getInt(APPLICATION_AT), fields.getInt(FORMAT_AT));
    long listed = Integer.toUnsignedLong(fields.getInt(PAGES_AT)) * PAGE_BYTES;
    // With a log, a crash during its copy may leave a shorter file, which the log completes.
    boolean hasLog = length(file.resolveSibling(NAME + "-wal")) > 0;
    if (!hasLog && length(file) < listed) {
      throw new IllegalStateException(
          "%s is truncated: it has %s bytes instead of %s. Restore a backup with %s restore"
              .formatted(file, length(file), listed, CommandName.get()));
    }
  }

  /** Rejects a folder with documents in the format of early releases. */
  private static void mustNotBeOld(Path folder) {
    Path old = folder.resolve("documents.mv");
    if (Files.exists(old)) {
      throw new IllegalStateException(
          old
              + " holds documents in a format that this release cannot read: run the release that"
              + " wrote it, or move the file away to start without its documents");
    }
  }

  private void check(int application, int format) {
    if (application != APPLICATION) {
      throw new IllegalStateException(
          ("%s is not a document store of Gatehouse, or it is truncated: restore a backup with %s"
                  + " restore")
              .formatted(file, CommandName.get()));
    }
    if (format != FORMAT) {
      throw new IllegalStateException(
          ("%s has format %s, and this release supports format %s: run the release that wrote it,"
                  + " or restore a backup of this release with %s restore")
              .formatted(file, format, FORMAT, CommandName.get()));
    }
  }

  Path path() {
    return file;
  }

  /** Returns the bytes on disk, including the log. */
  long size() {
    return length(file) + length(file.resolveSibling(NAME + "-wal"));
  }

  private static long length(Path file) {
    // Reads the length by name, which opens no descriptor.
    return file.toFile().length();
  }

  /** Opens a connection that writes. */
  Sql writer() {
    Sql sql = session(WRITER_CACHE_KILOBYTES);
    // A restored copy has no log yet.
    sql.pragma("journal_mode=WAL");
    sql.pragma("journal_size_limit=" + LOG_BYTES_KEPT);
    // A page that many commits change is copied into the file once.
    sql.pragma("wal_autocheckpoint=" + LOG_PAGES);
    return sql;
  }

  Sql reader() {
    Sql sql = session(READER_CACHE_KILOBYTES);
    sql.pragma("query_only=1");
    sql.pragma("mmap_size=" + MAPPED_BYTES);
    return sql;
  }

  private Sql session(int cacheKilobytes) {
    Sql sql = new Sql(file);
    try {
      sql.pragma("synchronous=" + (fsync ? "FULL" : "NORMAL"));
      sql.pragma("cell_size_check=ON");
      sql.pragma("temp_store=MEMORY");
      sql.pragma("busy_timeout=5000");
      sql.pragma("cache_size=-" + cacheKilobytes);
      return sql;
    } catch (RuntimeException e) {
      sql.close();
      throw e;
    }
  }

  /** Releases the folder's lock. All sessions must be closed before. */
  @Override
  public void close() {
    lock.ifPresent(FolderLock::close);
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
