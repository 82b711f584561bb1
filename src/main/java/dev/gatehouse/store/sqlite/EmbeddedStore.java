package dev.gatehouse.store.sqlite;

import static java.nio.file.StandardOpenOption.READ;

import module java.base;

import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.RawDocuments;
import dev.gatehouse.store.files.PrivateFiles;
import dev.gatehouse.store.files.SteadySync;

/** Embedded document store of a node, in the node's process. */
public final class EmbeddedStore implements AutoCloseable {
  private static final int MAX_FAULTS = 100;

  private final StoreFile file;
  private final Readers readers;
  private final Writer writer;
  private final LongAdder reads = new LongAdder();
  private final EmbeddedDocuments documents;
  private volatile LongConsumer commits = nanos -> {};
  private volatile LongConsumer commands = nanos -> {};

  private EmbeddedStore(StoreFile file) {
    this.file = file;
    this.readers = new Readers(file);
    this.writer = new Writer(file, nanos -> commits.accept(nanos));
    this.documents =
        new EmbeddedDocuments(readers, Optional.of(writer), reads, nanos -> commands.accept(nanos));
  }

  /** Returns whether a folder contains a store, even a damaged one. */
  public static boolean isIn(Path folder) {
    return !Files.notExists(folder.resolve(StoreFile.NAME)) || FormerStore.isIn(folder);
  }

  /**
   * Returns the file of an earlier release that was converted and is not used any more. Empty if it
   * does not exist or was not converted yet.
   */
  public static Optional<Path> converted(Path folder) {
    return FormerStore.isIn(folder) && Files.exists(folder.resolve(StoreFile.NAME))
        ? Optional.of(folder.resolve(FormerStore.NAME))
        : Optional.empty();
  }

  /**
   * Opens the store in a folder, which is created if missing. The file of an earlier release is
   * converted, which can take minutes.
   *
   * @param fsync whether an acknowledged write survives a power loss, not only a crash
   * @throws IllegalStateException if another process uses the store, or its file cannot be read
   */
  public static EmbeddedStore open(Path folder, boolean fsync) {
    StoreFile file = StoreFile.open(folder, fsync);
    try {
      return new EmbeddedStore(file);
    } catch (RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /**
   * Checks every document and index of a store's file. A store in another process may have it open
   * and continue to write.
   *
   * @throws IllegalStateException if the file does not exist or is unreadable
   */
  public static StoreReport verify(Path folder) {
    return verify(folder, new LongAdder(), fault -> {});
  }

  /**
   * Checks every document and index of a store's file, and reports progress. Of a file of an
   * earlier release, the documents are checked.
   *
   * @param looked counts the checked documents
   * @param faults receives each fault when it is found
   * @throws java.util.concurrent.CancellationException if its thread, which must not be a virtual
   *     one, is interrupted
   */
  public static StoreReport verify(Path folder, LongAdder looked, Consumer<String> faults) {
    try {
      if (isFormer(folder)) {
        return FormerStore.verify(folder, looked);
      }
      try (StoreFile file = StoreFile.toRead(folder);
          Readers readers = new Readers(file)) {
        return verify(readers, looked, faults);
      }
    } catch (StoreFailure unreadable) {
      faults.accept(unreadable.getMessage());
      return new StoreReport(looked.sum(), List.of(unreadable.getMessage()));
    }
  }

  static boolean isFormer(Path folder) {
    return Files.notExists(folder.resolve(StoreFile.NAME)) && FormerStore.isIn(folder);
  }

  /** Returns the name of the file in a folder; the earlier one if that is not converted yet. */
  public static String name(Path folder) {
    return isFormer(folder) ? FormerStore.NAME : StoreFile.NAME;
  }

  /**
   * Writes a compact copy of a store's file in its current state. A store in another process may
   * have it open and continue to write. The copy gets its name only when it is complete. The file
   * of an earlier release keeps its form.
   *
   * @param to folder of the copy; an older copy in it is replaced
   * @throws IllegalStateException if the file does not exist, or cannot be read or copied
   */
  public static void copy(Path folder, Path to) throws IOException {
    String name = name(folder);
    if (Files.notExists(folder.resolve(name))) {
      throw new IllegalStateException("no document store in " + folder);
    }
    PrivateFiles.folder(to);
    Path unfinished = to.resolve(name + ".new");
    Files.deleteIfExists(unfinished);
    List<IOException> faults = new ArrayList<>();
    try (FileChannel written = FileChannel.open(PrivateFiles.made(unfinished), READ);
        Sql sql = new Sql(folder.toRealPath().resolve(name))) {
      var sync = new SteadySync(written::force);
      sql.stepwise(
          () -> isSynchronized(sync, written, faults),
          () -> sql.change("VACUUM INTO ?", unfinished.toString()));
    } catch (StoreFailure e) {
      faults.forEach(e::addSuppressed);
      throw new IllegalStateException(e.getMessage(), e);
    }
    PrivateFiles.sync(unfinished);
    Files.move(unfinished, to.resolve(name), StandardCopyOption.ATOMIC_MOVE);
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
    String name = name(folder);
    Files.move(folder.resolve(name), to.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    if (name.equals(StoreFile.NAME)) {
      Files.deleteIfExists(to.resolve(FormerStore.NAME));
    }
    PrivateFiles.sync(to);
    FolderLock.removeOfStore(folder);
    Files.delete(folder);
  }

  /** Returns the size in bytes of a store's file, which may be open. */
  public static long bytes(Path folder) {
    return folder.resolve(name(folder)).toFile().length();
  }

  /** Returns the documents for copying. */
  public RawDocuments raw() {
    return documents;
  }

  public DocumentCommands documents() {
    return documents;
  }

  /** Returns a sentence about the current problem; empty if healthy. */
  public Optional<String> trouble() {
    return writer.trouble();
  }

  /** Returns the number of documents that queries returned since the start. */
  public long documentsRead() {
    return reads.sum();
  }

  /**
   * Reports durations in nanoseconds, on the thread that did the work.
   *
   * @param newCommits of commits, which waiting commands share
   * @param newCommands of commands, from their arrival to the reply
   */
  public void watch(LongConsumer newCommits, LongConsumer newCommands) {
    commits = newCommits;
    commands = newCommands;
  }

  /** Returns the used share of the file's pages. Unused pages are filled before the file grows. */
  public double liveShare() {
    return readers.run(sql -> {
      double pages = Double.parseDouble(sql.pragma("page_count"));
      return (pages - Double.parseDouble(sql.pragma("freelist_count"))) / pages;
    });
  }

  /**
   * Writes the file anew, so that deleted documents and earlier versions leave no trace in it or in
   * its log. Writes wait meanwhile. Blocks.
   */
  public void compact() {
    writer.compact();
  }

  /** Returns the number of commands that wait for the next commit. */
  public int waiting() {
    return writer.waiting();
  }

  /** Returns the bytes of the file and its log. */
  public long fileBytes() {
    return file.size();
  }

  /** Finishes the active commands and then closes the file. */
  @Override
  public void close() {
    readers.close();
    writer.close();
    file.close();
  }

  /**
   * Checks a store's whole file: SQLite's structure, each index against the documents, and the
   * checksum of every document.
   */
  private static StoreReport verify(Readers readers, LongAdder looked, Consumer<String> faults) {
    List<String> found = new ArrayList<>();
    Consumer<String> fault =
        what -> {
          if (found.size() < MAX_FAULTS) {
            found.add(what);
            faults.accept(what);
          }
        };
    try {
      List<String> answers =
          readers.run(sql ->
              sql.interruptibly(() ->
                  sql.list(row -> row.getString(1), "PRAGMA integrity_check(" + MAX_FAULTS + ")")));
      mustNotBeInterrupted();
      if (!answers.equals(List.of("ok"))) {
        answers.forEach(answer -> fault.accept("the file: " + answer));
      }
      EmbeddedDocuments documents = EmbeddedDocuments.toRead(readers);
      documents.collections().forEach(each -> documents.check(each, looked, fault));
    } catch (StoreFailure e) {
      mustNotBeInterrupted();
      fault.accept(e.getMessage());
    }
    return new StoreReport(looked.sum(), found);
  }

  static void mustNotBeInterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException("the check was interrupted");
    }
  }

  /**
   * Result of checking a store's whole file.
   *
   * @param documents number of checked documents
   * @param faults descriptions of faults, at most a hundred; empty if the file is valid
   */
  public record StoreReport(long documents, List<String> faults) {}
}
