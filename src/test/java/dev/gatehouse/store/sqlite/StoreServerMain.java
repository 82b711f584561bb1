package dev.gatehouse.store.sqlite;

import java.nio.file.Path;

/** The store as a process for the tests: port, folder. */
final class StoreServerMain {
  private StoreServerMain() {}

  public static void main(String[] arguments) throws InterruptedException {
    StoreServer.run(Integer.parseInt(arguments[0]), Path.of(arguments[1]));
  }
}
