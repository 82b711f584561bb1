package dev.gatehouse.store.sqlite;

import module java.base;

import dev.gatehouse.store.files.PrivateFiles;

/**
 * Exclusive lock on a folder with a node's data, a backup or a store. It excludes other processes
 * and other components of this process.
 *
 * <p>The lock is SQLite's lock on a separate file, which is released when its process ends for any
 * reason. A Java lock would be lost as soon as this process closes any descriptor of the file, even
 * one of a second attempt. A file beside it contains the id of the process that has the lock.
 */
public final class FolderLock implements AutoCloseable {
  private static final String STORE = "documents";
  private static final String LOCK = ".lock";

  private final Sql sql;
  private final Path holder;

  private FolderLock(Path folder, String name, String what) {
    sql = new Sql(made(folder, name + LOCK, what));
    holder = folder.resolve(name + ".pid");
    try {
      sql.pragma("busy_timeout=0");
      sql.run("BEGIN EXCLUSIVE");
      Files.writeString(made(folder, name + ".pid", what), ProcessHandle.current().pid() + "\n");
    } catch (IOException | RuntimeException e) {
      sql.close();
      throw switch (e) {
        case IOException disk -> unwritable(folder, what, disk);
        case StoreFailure failure when failure.isInUse() ->
            new IllegalStateException(what + " " + folder + " is in use" + holder(), e);
        default -> (RuntimeException) e;
      };
    }
  }

  private static Path made(Path folder, String name, String what) {
    try {
      return PrivateFiles.made(folder.resolve(name));
    } catch (UncheckedIOException e) {
      throw unwritable(folder, what, e.getCause());
    }
  }

  /** Creates an exception with the operating system's message, if there is one. */
  private static IllegalStateException unwritable(Path folder, String what, IOException cause) {
    String reason = cause.toString();
    if (cause instanceof FileSystemException of && of.getReason() != null) {
      reason = of.getReason();
    }
    return new IllegalStateException(what + " " + folder + " cannot be written: " + reason, cause);
  }

  /**
   * Locks a node's data folder, which is created if missing.
   *
   * @throws IllegalStateException that names the process with the lock
   */
  public static FolderLock ofData(Path folder) {
    return new FolderLock(there(folder), "gatehouse", "the data folder");
  }

  /**
   * Locks a backup, which only one process at a time may write.
   *
   * @throws IllegalStateException that names the process with the lock
   */
  public static FolderLock ofBackup(Path folder) {
    return new FolderLock(there(folder), "gatehouse", "the backup");
  }

  /**
   * Locks a folder with several backups, which one process at a time may add and remove.
   *
   * @throws IllegalStateException that names the process with the lock
   */
  public static FolderLock ofBackups(Path folder) {
    return new FolderLock(there(folder), "gatehouse", "the folder of backups");
  }

  /**
   * Locks a store's folder, which is created if missing.
   *
   * @throws IllegalStateException that names the process with the lock
   */
  static FolderLock ofStore(Path folder) {
    return new FolderLock(there(folder), STORE, "the document store");
  }

  /** Deletes the lock files of a store in a folder that will be deleted. */
  static void removeOfStore(Path folder) throws IOException {
    Files.deleteIfExists(folder.resolve(STORE + LOCK));
  }

  private static Path there(Path folder) {
    try {
      return PrivateFiles.folder(folder).toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String holder() {
    try {
      String pid = Files.readString(holder).strip();
      return isOurs(pid) ? " already, by process " + pid + ", this one" : " by process " + pid;
    } catch (IOException e) {
      return " by another process";
    }
  }

  private static boolean isOurs(String pid) {
    return pid.equals(Long.toString(ProcessHandle.current().pid()));
  }

  @Override
  public void close() {
    // Deleted before the lock is released; afterwards it could belong to the next process.
    holder.toFile().delete();
    sql.close();
  }
}
