package dev.gatehouse.packaged;

import module java.base;

import dev.gatehouse.Waiting;

/** A {@link LeaseHolder} beside each node. A fault of a node is also a fault of its holder. */
final class LeaseHolders implements AutoCloseable {
  static final String UNKNOWN = "unknown";

  private static final long SECONDS = 20;
  private static final int FIRST_SECONDS = 90;

  private final ClusterScript cluster;
  private final Map<String, Holder> holders = new ConcurrentHashMap<>();
  private final AtomicInteger numbers = new AtomicInteger();

  /**
   * A process, and the requests that it has not answered.
   *
   * @param name its name, which no other holder has had
   */
  record Holder(
      String name,
      Process process,
      PrintStream requests,
      Map<String, CompletableFuture<String>> open) {

    private void read() {
      try (BufferedReader lines = process.inputReader()) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          String[] words = line.split(" ", 2);
          CompletableFuture<String> request = open.remove(words[0]);
          if (request != null) {
            request.complete(words.length > 1 ? words[1] : "");
          }
        }
      } catch (IOException killed) {
        // Its requests have unknown outcomes.
      }
      open.values().forEach(request -> request.complete(UNKNOWN));
    }
  }

  LeaseHolders(ClusterScript cluster) {
    this.cluster = cluster;
  }

  /** Starts the holder beside a node. Has no effect for a server. */
  void start(String node) throws IOException {
    if (!node.matches("n\\d")) {
      return;
    }
    List<String> command =
        List.of(
            System.getProperty("java.home") + "/bin/java",
            "-Xmx48m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--sun-misc-unsafe-memory-access=allow",
            "-cp",
            System.getProperty("java.class.path"),
            "dev.gatehouse.packaged.LeaseHolder",
            cluster.storeUrl() + "/histories");
    Process process = cluster.beside(node, command);
    var requests = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    var holder =
        new Holder(
            node + '.' + numbers.incrementAndGet(), process, requests, new ConcurrentHashMap<>());
    CompletableFuture<String> ready = new CompletableFuture<>();
    holder.open().put(LeaseHolder.READY, ready);
    Thread.ofVirtual().start(holder::read);
    ready.thenAccept(text -> {
      if (!text.equals(UNKNOWN)) {
        holders.put(node, holder);
      }
    });
  }

  /** Waits for all holders that have been started. */
  void await(List<String> nodes) throws Exception {
    Waiting.until(Duration.ofSeconds(FIRST_SECONDS), () -> holders.keySet().containsAll(nodes));
  }

  /** Returns the holder beside a node; empty while it starts. */
  Optional<Holder> beside(String node) {
    return Optional.ofNullable(holders.get(node));
  }

  /** Sends a request and returns its result; empty if that is unknown. */
  Optional<String> request(Holder holder, String what, String job) {
    String number = Integer.toString(numbers.incrementAndGet());
    CompletableFuture<String> reply = new CompletableFuture<>();
    holder.open().put(number, reply);
    holder.requests().println(number + ' ' + what + ' ' + job);
    if (!holder.process().isAlive()) {
      return Optional.empty();
    }
    String result = reply.completeOnTimeout(UNKNOWN, SECONDS, TimeUnit.SECONDS).join();
    return result.equals(UNKNOWN) ? Optional.empty() : Optional.of(result);
  }

  void kill(String node) {
    Holder holder = holders.remove(node);
    if (holder != null) {
      holder.process().destroyForcibly().onExit().join();
    }
  }

  void signal(String node, String signal) {
    Holder holder = holders.get(node);
    if (holder == null) {
      return;
    }
    try {
      new ProcessBuilder("kill", "-" + signal, Long.toString(holder.process().pid()))
          .inheritIO()
          .start()
          .onExit()
          .join();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    List.copyOf(holders.keySet()).forEach(this::kill);
  }
}
