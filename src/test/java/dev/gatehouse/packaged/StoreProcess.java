package dev.gatehouse.packaged;

import module java.base;

import dev.gatehouse.Waiting;

/** Runs {@code scripts/gatehouse store}, the store of several nodes, on a free port. */
final class StoreProcess implements AutoCloseable {
  private static final String READY = "gatehouse store listening on ";
  private static final long MAX_SECONDS = 150;

  private final Process process;
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final CompletableFuture<String> ready = new CompletableFuture<>();
  private volatile boolean read;

  StoreProcess(Path folder) throws IOException {
    process =
        new ProcessBuilder(
                "bash", "scripts/gatehouse", "store", "--port", "0", "--data", folder.toString())
            .redirectErrorStream(true)
            .start();
    BufferedReader output = process.inputReader();
    Thread.ofVirtual().start(() -> read(output));
    ready.orTimeout(MAX_SECONDS, TimeUnit.SECONDS).join();
  }

  private void read(BufferedReader output) {
    try {
      output
          .lines()
          .forEach(line -> {
            lines.add(line);
            if (line.startsWith(READY)) {
              ready.complete(line.substring(READY.length()));
            }
          });
    } catch (UncheckedIOException killed) {
      // The process has closed its output.
    }
    ready.completeExceptionally(new IOException("ended: " + lines));
    read = true;
  }

  String url() {
    return ready.join();
  }

  /** Sends SIGTERM. Returns all output of the process until its exit. */
  List<String> end() throws Exception {
    process.toHandle().destroy();
    if (!process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("the store does not end: " + lines);
    }
    Waiting.until(() -> read);
    return lines;
  }

  /** Sends SIGSTOP. Connections remain open without replies. */
  void freeze() throws IOException, InterruptedException {
    int exit =
        new ProcessBuilder("kill", "-STOP", Long.toString(process.pid()))
            .inheritIO()
            .start()
            .waitFor();
    if (exit != 0) {
      throw new IllegalStateException("kill ends with " + exit);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
