package dev.gatehouse.command;

import dev.gatehouse.embedded.StoreServer;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The embedded document store as a process of its own, for a cluster on one machine. */
@Command(
    name = "store",
    mixinStandardHelpOptions = true,
    description = {
      "Serves documents on 127.0.0.1 until it is told to end; nodes use it by GATEHOUSE_MONGO_URL.",
      "It has no login, so it listens on loopback only."
    })
final class StoreCommand implements Runnable {
  @Option(names = "--port", required = true, description = "port on 127.0.0.1; 0 takes a free one")
  private int port;

  @Option(names = "--data", required = true, description = "folder of the store's file")
  private Path data;

  @Override
  public void run() {
    try {
      StoreServer.run(port, data);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
