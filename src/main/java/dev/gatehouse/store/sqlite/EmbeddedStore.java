package dev.gatehouse.store.sqlite;

import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.RawDocuments;
import dev.gatehouse.store.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** The embedded document store of a node, in the node's own process. */
public final class EmbeddedStore implements AutoCloseable {
  private final Engine engine;

  private EmbeddedStore(Engine engine) {
    this.engine = engine;
  }

  /** Returns whether a store lies in a folder, be it a damaged one. */
  public static boolean isIn(Path folder) {
    return !Files.notExists(folder.resolve(StoreFile.NAME));
  }

  /**
   * Opens the store in a folder, which is made where missing.
   *
   * @param fsync whether an acknowledged write survives a loss of power, not only a crash
   * @param clock by which forgotten cursors are closed
   * @throws IllegalStateException if another store has the folder, or its file can't be read
   */
  public static EmbeddedStore open(Path folder, boolean fsync, InstantSource clock) {
    return new EmbeddedStore(Engine.open(folder, fsync, clock));
  }

  /**
   * Checks every document and index entry of a store's file on one snapshot; a store in another
   * process may have it open and go on writing.
   *
   * @throws IllegalStateException if there is none, or it can't be read at all
   */
  public static StoreReport verify(Path folder) {
    return verify(folder, new LongAdder(), fault -> {});
  }

  /**
   * The same, of which more is told while it goes on.
   *
   * @param looked counts the documents that were looked at
   * @param faults takes each fault as it is found
   * @throws java.util.concurrent.CancellationException when its thread, which is none of the
   *     virtual ones, is interrupted
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
   * Writes a compact copy of a store's file as it is at this moment; a store in another process may
   * have it open and go on writing. The copy appears under its name when it is whole.
   *
   * @param to the folder of the copy; an older copy in it is replaced
   * @throws IllegalStateException if there is none, or it can't be read or copied
   */
  public static void copy(Path folder, Path to) throws IOException {
    PrivateFiles.folder(to);
    Path copy = to.resolve(StoreFile.NAME);
    Path unfinished = to.resolve(StoreFile.NAME + ".new");
    Files.deleteIfExists(unfinished);
    try (StoreFile file = StoreFile.toRead(folder);
        Sql sql = new Sql(file.path())) {
      PrivateFiles.made(unfinished);
      sql.run("VACUUM INTO ?", unfinished.toString());
    } catch (StoreFailure e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
    PrivateFiles.sync(unfinished);
    Files.move(unfinished, copy, StandardCopyOption.ATOMIC_MOVE);
    PrivateFiles.sync(to);
  }

  /**
   * Moves a closed store's file into another folder, where it takes the place of the one there; at
   * every moment one of them is there whole.
   */
  public static void move(Path folder, Path to) throws IOException {
    PrivateFiles.folder(to);
    Files.move(
        folder.resolve(StoreFile.NAME), to.resolve(StoreFile.NAME), StandardCopyOption.ATOMIC_MOVE);
    PrivateFiles.sync(to);
    FolderLock.removeOfStore(folder);
    Files.delete(folder);
  }

  /** Bytes of a store's file, be it open or not. */
  public static long bytes(Path folder) {
    return folder.resolve(StoreFile.NAME).toFile().length();
  }

  /** The documents of one database as they lie in the file. */
  public RawDocuments raw(String database) {
    return new EmbeddedRawDocuments(engine, database);
  }

  /** The documents of one database. */
  public DocumentCommands documents(String database) {
    return new EmbeddedDocuments(engine, database);
  }

  /** Empty when healthy, else one sentence about what is wrong. */
  public Optional<String> trouble() {
    return engine.trouble();
  }

  /** Documents read from the file or its cache since the start: a scan shows here. */
  public long documentsRead() {
    return engine.documentsRead();
  }

  /** Shows a watch how long commits and commands take from now on. */
  public void watch(StoreWatch watch) {
    engine.watch(watch);
  }

  /** The share of the file that holds something; waits for its turn to read. */
  public double liveShare() {
    return engine.readers().run(databases -> databases.session().liveShare());
  }

  /** Commands that wait for the next commit. */
  public int waiting() {
    return engine.writer().waiting();
  }

  /** Bytes of the file and its log. */
  public long fileBytes() {
    return engine.fileBytes();
  }

  /** Finishes the commands under way and then closes the file. */
  @Override
  public void close() {
    engine.close();
  }
}
