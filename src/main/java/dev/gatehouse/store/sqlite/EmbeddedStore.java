package dev.gatehouse.store.sqlite;

import static java.nio.file.StandardOpenOption.READ;

import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.RawDocuments;
import dev.gatehouse.store.files.PrivateFiles;
import dev.gatehouse.store.files.SteadySync;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** Embedded document store of a node, in the node's process. */
public final class EmbeddedStore implements AutoCloseable {
  private final Engine engine;

  private EmbeddedStore(Engine engine) {
    this.engine = engine;
  }

  /** Returns whether a folder contains a store, even a damaged one. */
  public static boolean isIn(Path folder) {
    return !Files.notExists(folder.resolve(StoreFile.NAME));
  }

  /**
   * Opens the store in a folder, which is created if missing.
   *
   * @param fsync whether an acknowledged write survives a power loss, not only a crash
   * @param clock clock for closing abandoned cursors
   * @throws IllegalStateException if another process uses the store, or its file cannot be read
   */
  public static EmbeddedStore open(Path folder, boolean fsync, InstantSource clock) {
    return new EmbeddedStore(Engine.open(folder, fsync, clock));
  }

  /**
   * Checks every document and index entry of a store's file on one snapshot. A store in another
   * process may have it open and continue to write.
   *
   * @throws IllegalStateException if the file does not exist or is unreadable
   */
  public static StoreReport verify(Path folder) {
    return verify(folder, new LongAdder(), fault -> {});
  }

  /**
   * Checks every document and index entry of a store's file, and reports progress.
   *
   * @param looked counts the checked documents
   * @param faults receives each fault when it is found
   * @throws java.util.concurrent.CancellationException if its thread, which must not be a virtual
   *     one, is interrupted
   */
  public static StoreReport verify(Path folder, LongAdder looked, Consumer<String> faults) {
    LongAdder reads = new LongAdder();
    try (StoreFile file = StoreFile.toRead(folder);
        Readers readers = new Readers(file, reads)) {
      return readers.run(databases -> DatabaseVerification.of(databases, looked, faults));
    } catch (StoreFailure unreadable) {
      faults.accept(unreadable.getMessage());
      return new StoreReport(0, 0, List.of(unreadable.getMessage()));
    }
  }

  /**
   * Writes a compact copy of a store's file in its current state. A store in another process may
   * have it open and continue to write. The copy gets its name only when it is complete.
   *
   * @param to folder of the copy; an older copy in it is replaced
   * @throws IllegalStateException if the file does not exist, or cannot be read or copied
   */
  public static void copy(Path folder, Path to) throws IOException {
    PrivateFiles.folder(to);
    Path copy = to.resolve(StoreFile.NAME);
    Path unfinished = to.resolve(StoreFile.NAME + ".new");
    Files.deleteIfExists(unfinished);
    List<IOException> faults = new ArrayList<>();
    try (StoreFile file = StoreFile.toRead(folder);
        FileChannel written = FileChannel.open(PrivateFiles.made(unfinished), READ);
        Sql sql = new Sql(file.path())) {
      var sync = new SteadySync(written::force);
      sql.stepwise(
          () -> isSynchronized(sync, written, faults),
          () -> sql.change("VACUUM INTO ?", unfinished.toString()));
    } catch (StoreFailure e) {
      faults.forEach(e::addSuppressed);
      throw new IllegalStateException(e.getMessage(), e);
    }
    PrivateFiles.sync(unfinished);
    Files.move(unfinished, copy, StandardCopyOption.ATOMIC_MOVE);
    PrivateFiles.sync(to);
  }

  /** SQLite, which calls this, cannot handle exceptions. */
  private static boolean isSynchronized(
      SteadySync sync, FileChannel file, List<IOException> faults) {
    try {
      sync.grown(file.size());
      return true;
    } catch (IOException e) {
      faults.add(e);
      return false;
    }
  }

  /**
   * Moves a closed store's file into another folder, where it replaces an existing file atomically.
   */
  public static void move(Path folder, Path to) throws IOException {
    PrivateFiles.folder(to);
    Files.move(
        folder.resolve(StoreFile.NAME), to.resolve(StoreFile.NAME), StandardCopyOption.ATOMIC_MOVE);
    PrivateFiles.sync(to);
    FolderLock.removeOfStore(folder);
    Files.delete(folder);
  }

  /** Returns the size in bytes of a store's file, which may be open. */
  public static long bytes(Path folder) {
    return folder.resolve(StoreFile.NAME).toFile().length();
  }

  /** Returns the documents of one database as the bytes in the file. */
  public RawDocuments raw(String database) {
    return new EmbeddedRawDocuments(engine, database);
  }

  public DocumentCommands documents(String database) {
    return new EmbeddedDocuments(engine, database);
  }

  /** Returns a sentence about the current problem; empty if healthy. */
  public Optional<String> trouble() {
    return engine.trouble();
  }

  /**
   * Returns the number of documents read from the file or its cache since the start, which reveals
   * full scans.
   */
  public long documentsRead() {
    return engine.documentsRead();
  }

  /** Sets a watch that receives the durations of commits and commands. */
  public void watch(StoreWatch watch) {
    engine.watch(watch);
  }

  /** Returns the used share of the file; may wait for a reader session. */
  public double liveShare() {
    return engine.readers().run(databases -> databases.session().liveShare());
  }

  /** Returns the number of commands that wait for the next commit. */
  public int waiting() {
    return engine.writer().waiting();
  }

  /** Returns the bytes of the file and its log. */
  public long fileBytes() {
    return engine.fileBytes();
  }

  /** Finishes the active commands and then closes the file. */
  @Override
  public void close() {
    engine.close();
  }
}
