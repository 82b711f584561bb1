package dev.gatehouse.packaged;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.FreePort;
import dev.gatehouse.RawClient;
import java.lang.ProcessBuilder.Redirect;

/** Runs {@code scripts/run}, as an owner does, in a separate process on free ports. */
public final class PackagedNode implements AutoCloseable {
  private static final String READY = "gatehouse listening on ";
  private static final long MAX_SECONDS = 150;

  private final Map<String, String> environment = new HashMap<>();
  private final Path data;
  private final int managementPort = FreePort.next();
  private List<String> lines = List.of();
  private CompletableFuture<String> ready = new CompletableFuture<>();
  private Process process;
  private Thread reading;

  /** Output and exit status of a command. */
  record Ran(int exit, String out, String errors) {}

  public PackagedNode(Path data) {
    this.data = data;
    with("DATA_DIR", data.toString());
    with("HTTP_PORT", "0");
    with("MANAGEMENT_PORT", Integer.toString(managementPort));
    with("STORE_RESERVE", "32MB");
    // No load balancer must learn of the end.
    with("DRAIN_DELAY", "0s");
    // Of a generated code, the node stores a slow hash.
    with("ACCESS_PERMANENT_CODE", "owners-permanent-code");
    // The second compiler would use most of a lifetime of seconds.
    javaOptions("-XX:TieredStopAtLevel=1");
  }

  /** Sets {@code GATEHOUSE_key} for the node and the commands. */
  public PackagedNode with(String key, String value) {
    environment.put("GATEHOUSE_" + key, value);
    return this;
  }

  /** Lets the node generate the owner's code at its first start, as without settings. */
  public PackagedNode withGeneratedCode() {
    environment.remove("GATEHOUSE_ACCESS_PERMANENT_CODE");
    return this;
  }

  /** Preloads a library into the node, and sets the variables that it reads. */
  PackagedNode preload(Path library, Map<String, String> variables) {
    environment.put("LD_PRELOAD", library.toString());
    environment.putAll(variables);
    return this;
  }

  /** Sets a variable that is no setting. */
  PackagedNode variable(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** Replaces the options of the JVM, which omit the second compiler. */
  public PackagedNode javaOptions(String options) {
    environment.put("JAVA_OPTS", options);
    return this;
  }

  /** Starts the node. Returns the time until it was ready. */
  public Duration start(String... arguments) {
    long begin = System.nanoTime();
    launch(arguments);
    ready.orTimeout(MAX_SECONDS, TimeUnit.SECONDS).join();
    return Duration.ofNanos(System.nanoTime() - begin);
  }

  private void launch(String... arguments) {
    process = begin("scripts/run", arguments, true);
    List<String> seen = new CopyOnWriteArrayList<>();
    var address = new CompletableFuture<String>();
    BufferedReader output = process.inputReader();
    reading = Thread.ofVirtual().start(() -> read(output, seen, address));
    lines = seen;
    ready = address;
  }

  private static void read(
      BufferedReader output, List<String> seen, CompletableFuture<String> address) {
    try {
      String line;
      while ((line = output.readLine()) != null) {
        seen.add(line);
        if (line.startsWith(READY)) {
          address.complete(line.substring(READY.length()));
        }
      }
    } catch (IOException killed) {
      // The process has closed its output.
    }
    address.completeExceptionally(new IOException("ended: " + seen));
  }

  /** Starts a node that cannot start, and waits for its exit. */
  Ran startInVain(String... arguments) {
    return run("scripts/run", arguments);
  }

  /** Runs scripts/gatehouse with the same data and ports. */
  Ran command(String... arguments) {
    return run("scripts/gatehouse", arguments);
  }

  /** Permanently deletes unreferenced blobs by CLI commands, because the sweep takes hours. */
  public void clear() {
    for (String step : List.of("collect", "empty")) {
      Ran ran = command("trash", step, "--yes");
      if (ran.exit() != 0) {
        throw new IllegalStateException(ran.errors());
      }
    }
  }

  private Ran run(String script, String... arguments) {
    Process child = begin(script, arguments, false);
    try {
      var errors = CompletableFuture.supplyAsync(() -> all(child.errorReader()));
      String out = all(child.inputReader());
      return new Ran(child.waitFor(), out, errors.join());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      child.destroyForcibly();
    }
  }

  /** Records the AOT cache first. Otherwise the first nodes of a test start without it. */
  private static final class Recorded {
    static final int STATUS = record();

    private static int record() {
      try {
        String commands = "set -eu; . scripts/jdk; find_jdk; record_build";
        return new ProcessBuilder("bash", "-c", commands)
            .redirectErrorStream(true)
            .redirectOutput(Redirect.DISCARD)
            .start()
            .waitFor();
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private Process begin(String script, String[] arguments, boolean together) {
    if (Recorded.STATUS != 0) {
      throw new IllegalStateException("the recording failed");
    }
    var builder = new ProcessBuilder("bash", script).redirectErrorStream(together);
    builder.command().addAll(List.of(arguments));
    builder.environment().putAll(environment);
    try {
      return builder.start();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String all(BufferedReader reader) {
    return String.join("\n", reader.lines().toList());
  }

  /** Returns the output so far. */
  public List<String> lines() {
    return lines;
  }

  Path data() {
    return data;
  }

  public URI address() {
    return URI.create(ready.join());
  }

  public Client client() {
    return new Client(ready.join());
  }

  public Client management() {
    return new Client(managementAddress().toString());
  }

  public URI managementAddress() {
    return URI.create("http://127.0.0.1:" + managementPort);
  }

  /** Returns the status of /readyz, whose body does not have the error format. */
  int readiness() throws IOException {
    try (var raw = new RawClient(managementAddress().toString())) {
      return raw.ask("GET /readyz").status();
    }
  }

  /** Returns the text that the first start printed after these words. */
  public String shown(String words) {
    return lines.stream()
        .filter(line -> line.startsWith(words))
        .map(line -> line.substring(words.length()).strip().split(" ")[0])
        .findFirst()
        .orElseThrow();
  }

  /** Returns the process, for signals and tools. */
  public ProcessHandle handle() {
    return process.toHandle();
  }

  /** Returns the resident memory in MB. */
  public long memory() throws IOException {
    return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) / 1_024)
        .findFirst()
        .orElseThrow();
  }

  /** Sends SIGTERM without waiting. Unlike Process.destroy, its last lines remain readable. */
  void terminate() {
    process.toHandle().destroy();
  }

  /** Waits for the exit and the last lines, and returns its status. */
  int end() throws InterruptedException {
    if (!process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("the node does not end: " + lines);
    }
    reading.join(Duration.ofSeconds(60));
    return process.exitValue();
  }

  /** Sends SIGKILL. */
  public void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    if (process != null) {
      kill();
    }
  }
}
