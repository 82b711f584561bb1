package dev.gatehouse.store.sqlite;

import java.nio.file.Path;

/** Runs the store as a separate process for the tests. Arguments: port, folder. */
final class StoreServerMain {
  private StoreServerMain() {}

  public static void main(String[] arguments) throws InterruptedException {
    StoreServer.run(Integer.parseInt(arguments[0]), Path.of(arguments[1]));
  }
}
