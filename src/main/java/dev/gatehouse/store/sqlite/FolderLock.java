package dev.gatehouse.store.sqlite;

import dev.gatehouse.store.files.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Keeps other processes, and others in this one, away from a folder: from a node's data, whatever
 * lies in it, and from a store's, whose catalog is in memory. The lock is SQLite's on a file of its
 * own: it falls with its process, however that ends. A lock that Java takes would fall when any
 * descriptor of the file is closed in this process, be it that of a second attempt. The file beside
 * it tells a second process who has it.
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
    } catch (StoreFailure e) {
      sql.close();
      if (e.isInUse()) {
        throw new IllegalStateException(what + " " + folder + " is in use" + holder(), e);
      }
      throw e;
    }
    try {
      Files.writeString(made(folder, name + ".pid", what), ProcessHandle.current().pid() + "\n");
    } catch (IOException e) {
      sql.close();
      throw unwritable(folder, what, e);
    } catch (IllegalStateException e) {
      sql.close();
      throw e;
    }
  }

  private static Path made(Path folder, String name, String what) {
    try {
      return PrivateFiles.made(folder.resolve(name));
    } catch (UncheckedIOException e) {
      throw unwritable(folder, what, e.getCause());
    }
  }

  /** Says it in the system's words, where it has any. */
  private static IllegalStateException unwritable(Path folder, String what, IOException cause) {
    Optional<String> reason =
        cause instanceof FileSystemException of
            ? Optional.ofNullable(of.getReason())
            : Optional.empty();
    return new IllegalStateException(
        what + " " + folder + " cannot be written: " + reason.orElseGet(cause::toString), cause);
  }

  /**
   * Takes the lock of a node's data folder, which is made where it is missing.
   *
   * @throws IllegalStateException that names who has it
   */
  public static FolderLock ofData(Path folder) {
    return new FolderLock(there(folder), "gatehouse", "the data folder");
  }

  /**
   * Takes the lock of a backup, which one process at a time may take.
   *
   * @throws IllegalStateException that names who has it
   */
  public static FolderLock ofBackup(Path folder) {
    return new FolderLock(there(folder), "gatehouse", "the backup");
  }

  /**
   * Takes the lock of a store's folder, which is made where it is missing.
   *
   * @throws IllegalStateException that names who has it
   */
  static FolderLock ofStore(Path folder) {
    return new FolderLock(there(folder), STORE, "the document store");
  }

  /** Removes what the lock of a store leaves in a folder that is about to go. */
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

  /** Lets others have the folder. */
  @Override
  public void close() {
    // The name first: behind the lock it would be the next holder's.
    holder.toFile().delete();
    sql.close();
  }
}
