package dev.gatehouse.store.sqlite;

import java.io.IOException;
import java.nio.file.Path;

/** A process that holds the lock of a data folder until its input ends. */
final class FolderLockHolder {
  private FolderLockHolder() {}

  public static void main(String[] arguments) throws IOException {
    try (FolderLock _ = FolderLock.ofData(Path.of(arguments[0]))) {
      System.out.println("held");
      System.in.read();
    } catch (IllegalStateException refused) {
      System.out.println(refused.getMessage());
    }
  }
}
