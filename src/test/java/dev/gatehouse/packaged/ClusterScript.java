package dev.gatehouse.packaged;

import dev.gatehouse.Client;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/** {@code scripts/cluster} over a folder and ports of its own. */
final class ClusterScript implements AutoCloseable {
  static final String KEY = "owners-key-0123456789";
  static final String CODE = "owners-permanent-code";

  private static final int FIRST_PORT = 20_000;
  private static final int PORTS = 10_000;
  private static final int PORTS_OF_A_NODE = 10;

  private final Map<String, String> environment = new HashMap<>();
  private final Path folder;
  private final int port = FIRST_PORT + ThreadLocalRandom.current().nextInt(PORTS);

  ClusterScript(Path folder) {
    this.folder = folder;
    environment.put("CLUSTER_DIR", folder.toString());
    // Of a life of a minute the second compiler would take most.
    environment.put("JAVA_OPTS", "-XX:TieredStopAtLevel=1");
    with("ACCESS_API_KEY", KEY);
    with("ACCESS_PERMANENT_CODE", CODE);
    with("LIMITS_DEFAULT_PER_MINUTE", "0");
    with("LIMITS_OPERATOR_PER_MINUTE", "0");
    with("STORE_RESERVE", "32MB");
  }

  /** Whether the load balancer is installed. */
  static boolean canRun() {
    return List.of("/usr/sbin", "/usr/local/sbin", "/usr/bin").stream()
        .anyMatch(place -> Files.isExecutable(Path.of(place, "haproxy")));
  }

  /** Sets {@code GATEHOUSE_key} for all nodes. */
  ClusterScript with(String key, String value) {
    environment.put("GATEHOUSE_" + key, value);
    return this;
  }

  /** Starts it and returns when it is ready. */
  void up(String... nodes) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("up", "--port", Integer.toString(port)));
    arguments.addAll(List.of(nodes));
    run(arguments.toArray(String[]::new));
  }

  /** Runs one command to its end and returns what it has printed. */
  String run(String... arguments) throws IOException {
    var builder = new ProcessBuilder("bash", "scripts/cluster").redirectErrorStream(true);
    builder.command().addAll(List.of(arguments));
    builder.environment().putAll(environment);
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (exit(process) != 0) {
      throw new IOException(String.join(" ", arguments) + ": " + out);
    }
    return out;
  }

  /** The load balancer. */
  String address() {
    return "http://127.0.0.1:" + port;
  }

  /** The http port of the first, second, … node. */
  Client node(int place) {
    return new Client("http://127.0.0.1:" + (port + PORTS_OF_A_NODE * place));
  }

  long pid(String name) throws IOException {
    return Long.parseLong(Files.readString(folder.resolve(name).resolve("pid")).strip());
  }

  /** Sends a signal, STOP and CONT for example. */
  void signal(String name, String signal) throws IOException {
    var builder = new ProcessBuilder("kill", "-" + signal, Long.toString(pid(name))).inheritIO();
    int exit = exit(builder.start());
    if (exit != 0) {
      throw new IOException("kill ends with " + exit);
    }
  }

  private static int exit(Process process) {
    return process.onExit().join().exitValue();
  }

  @Override
  public void close() throws IOException {
    run("down");
  }
}
