package dev.gatehouse.store.sqlite;

import dev.gatehouse.store.files.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The file under the store, a database of SQLite with a write-ahead log, and the folder it lies in.
 * What a commit has returned from survives a crash; with fsync, a loss of power too.
 *
 * <p>Never open or copy the file by Java while a store has it open: when any descriptor of it is
 * closed, the process loses SQLite's locks on it.
 */
final class StoreFile implements AutoCloseable {
  static final String NAME = "documents.db";

  /** "GATE", where SQLite's header names the application. */
  static final int APPLICATION = 0x47415445;

  static final int FORMAT = 1;
  private static final int PAGE_BYTES = 4096;
  private static final int HEADER_BYTES = 100;
  private static final int FORMAT_AT = 60;
  private static final int APPLICATION_AT = 68;
  private static final int WRITER_CACHE_KILOBYTES = 16_000;
  private static final int READER_CACHE_KILOBYTES = 2_000;

  /** Of the log, after which it is copied back: the more, the fewer times a busy page is. */
  private static final int CHECKPOINT_PAGES = 7_500;

  private static final int LOG_BYTES_KEPT = 32 * 1024 * 1024;

  private final Path file;
  private final boolean fsync;
  private final OrderStatistics ranks = new OrderStatistics();
  private final Optional<FolderLock> lock;

  /**
   * Opens a store's folder, making it where it is missing.
   *
   * @param fsync whether a commit survives a loss of power
   * @throws IllegalStateException if another store has it open, or its file can't be read
   */
  StoreFile(Path folder, boolean fsync) {
    this(there(folder), fsync, FolderLock::ofStore);
  }

  /** A store's folder that is there, and the lock that is taken for as long as it is open. */
  private StoreFile(Path folder, boolean fsync, Function<Path, FolderLock> locked) {
    this.fsync = fsync;
    this.file = folder.resolve(NAME);
    this.lock = Optional.ofNullable(locked.apply(folder));
    try {
      if (lock.isEmpty()) {
        checkOpened();
        return;
      }
      if (Files.notExists(file)) {
        make();
      }
      checkHeader();
    } catch (IOException e) {
      close();
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Opens a store's file to read it only, be it that a store in another process has it open.
   *
   * @throws IllegalStateException if there is none, or it can't be read
   */
  static StoreFile toRead(Path folder) {
    if (Files.notExists(folder.resolve(NAME))) {
      throw new IllegalStateException("there is no document store in " + folder);
    }
    return new StoreFile(there(folder), false, none -> null);
  }

  private static Path there(Path folder) {
    try {
      return PrivateFiles.folder(folder).toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Under another name until it is complete: so an empty file is always a damaged one. */
  private void make() throws IOException {
    Path unfinished = file.resolveSibling(NAME + ".new");
    Files.deleteIfExists(unfinished);
    try (Sql sql = new Sql(PrivateFiles.made(unfinished))) {
      sql.pragma("page_size=" + PAGE_BYTES);
      sql.pragma("journal_mode=OFF");
      for (String table :
          List.of(
              "CREATE TABLE documents (position INTEGER PRIMARY KEY, sum INTEGER NOT NULL,"
                  + " bytes BLOB NOT NULL)",
              "CREATE TABLE entries (tree INTEGER NOT NULL, key BLOB NOT NULL,"
                  + " position INTEGER NOT NULL, sum INTEGER NOT NULL,"
                  + " PRIMARY KEY (tree, key, position)) WITHOUT ROWID",
              "CREATE TABLE collections (number INTEGER PRIMARY KEY, sum INTEGER NOT NULL,"
                  + " definition BLOB NOT NULL)",
              "CREATE TABLE counters (number INTEGER PRIMARY KEY, value INTEGER NOT NULL,"
                  + " sum INTEGER NOT NULL)")) {
        sql.run(table);
      }
      sql.pragma("application_id=" + APPLICATION);
      sql.pragma("user_version=" + FORMAT);
      sql.pragma("journal_mode=WAL");
    }
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    PrivateFiles.sync(file.getParent());
  }

  /** By Java, which is safe only while no store in this process has the file open. */
  private void checkHeader() throws IOException {
    byte[] header = new byte[HEADER_BYTES];
    try (var in = Files.newInputStream(file)) {
      if (in.readNBytes(header, 0, HEADER_BYTES) < HEADER_BYTES) {
        Arrays.fill(header, (byte) 0);
      }
    }
    ByteBuffer fields = ByteBuffer.wrap(header);
    check(fields.getInt(APPLICATION_AT), fields.getInt(FORMAT_AT));
  }

  private void checkOpened() {
    try (Sql sql = new Sql(file)) {
      check(
          Integer.parseInt(sql.pragma("application_id")),
          Integer.parseInt(sql.pragma("user_version")));
    }
  }

  private void check(int application, int format) {
    if (application != APPLICATION) {
      throw new IllegalStateException(
          file
              + " is not a document store of Gatehouse, or it is cut off: put a backup in its"
              + " place with scripts/gatehouse restore");
    }
    if (format != FORMAT) {
      throw new IllegalStateException(
          file
              + " has format "
              + format
              + ", and this release knows format "
              + FORMAT
              + ": run the release that wrote it, or put a backup of this one in its place with"
              + " scripts/gatehouse restore");
    }
  }

  Path path() {
    return file;
  }

  /** Bytes on the disk, the log included. */
  long size() {
    return length(file) + length(file.resolveSibling(NAME + "-wal"));
  }

  private static long length(Path file) {
    // Asks for the length by name, which opens nothing.
    return file.toFile().length();
  }

  /** The numbers of entries that its sessions share. */
  OrderStatistics ranks() {
    return ranks;
  }

  Session writer() {
    Session session = session(WRITER_CACHE_KILOBYTES);
    // A copy made by a backup has no log yet.
    session.sql().pragma("journal_mode=WAL");
    session.sql().pragma("wal_autocheckpoint=" + CHECKPOINT_PAGES);
    session.sql().pragma("journal_size_limit=" + LOG_BYTES_KEPT);
    return session;
  }

  Session reader() {
    Session session = session(READER_CACHE_KILOBYTES);
    session.sql().pragma("query_only=1");
    return session;
  }

  private Session session(int cacheKilobytes) {
    Sql sql = new Sql(file);
    try {
      sql.pragma("synchronous=" + (fsync ? "FULL" : "NORMAL"));
      sql.pragma("cell_size_check=ON");
      sql.pragma("temp_store=MEMORY");
      sql.pragma("cache_size=-" + cacheKilobytes);
      return new Session(sql, ranks);
    } catch (RuntimeException e) {
      sql.close();
      throw e;
    }
  }

  /** Lets others have the folder; sessions must be closed before. */
  @Override
  public void close() {
    lock.ifPresent(FolderLock::close);
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
