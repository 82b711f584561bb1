package dev.gatehouse.packaged;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.FreePort;
import dev.gatehouse.RawClient;
import dev.gatehouse.areas.notifications.mail.ScriptedSmtp;
import io.vertx.core.json.JsonObject;

/** Runs {@code scripts/cluster} with its own folder and ports. */
public final class ClusterScript implements AutoCloseable {
  public static final String KEY = "owners-key-0123456789";
  public static final String CODE = "owners-permanent-code";

  private static final String ADDRESSES = "CLUSTER_ADDRESSES";
  private static final String NAMESPACES = "namespaces";
  private static final String LOOPBACK = "127.0.0.1";
  private static final int BYTE = 256;
  private static final int READY = 200;
  private static final int FIRST_PORT = 20_000;
  private static final int PORTS = 10_000;
  private static final int PORTS_OF_A_NODE = 10;
  private static final int DEFAULT_NODES = 5;
  private static final int MEMBER_PORT = 2;
  private static final int ATTEMPTS = 50;

  private final Map<String, String> environment = new HashMap<>();
  private final Path folder;
  private final int port;

  public ClusterScript(Path folder) {
    this(folder, DEFAULT_NODES);
  }

  /**
   * @param nodes number of nodes at most
   */
  ClusterScript(Path folder, int nodes) {
    this.folder = folder;
    port = freePorts(PORTS_OF_A_NODE * (nodes + 1));
    environment.put("CLUSTER_DIR", folder.toString());
    // The second compiler would use most of a node's lifetime of one minute.
    environment.put("JAVA_OPTS", "-XX:TieredStopAtLevel=1");
    with("ACCESS_API_KEY", KEY);
    with("ACCESS_PERMANENT_CODE", CODE);
    with("LIMITS_DEFAULT_PER_MINUTE", "0");
    with("LIMITS_OPERATOR_PER_MINUTE", "0");
    with("STORE_RESERVE", "32MB");
  }

  /** Returns the first of a range of free ports for a cluster. */
  private static int freePorts(int count) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int first = FIRST_PORT + ThreadLocalRandom.current().nextInt(PORTS);
      if (IntStream.range(first, first + count).allMatch(FreePort::isFree)) {
        return first;
      }
    }
    throw new IllegalStateException("there are no " + count + " free ports in a row");
  }

  /** Returns whether the load balancer is installed. */
  static boolean canRun() {
    return List.of("/usr/sbin", "/usr/local/sbin", "/usr/bin").stream()
        .anyMatch(place -> Files.isExecutable(Path.of(place, "haproxy")));
  }

  /** Runs nodes as in production, for nodes that live longer than a minute. */
  public ClusterScript withBothCompilers() {
    environment.remove("JAVA_OPTS");
    return this;
  }

  /** Runs nodes with other options of the JVM. */
  ClusterScript withJava(String options) {
    environment.put("JAVA_OPTS", options);
    return this;
  }

  /** Sets {@code GATEHOUSE_key} for all nodes. */
  public ClusterScript with(String key, String value) {
    environment.put("GATEHOUSE_" + key, value);
    return this;
  }

  /** Sends all email to a server, with a timeout of four seconds each. */
  ClusterScript mailingTo(ScriptedSmtp mail) {
    return with("SMTP_URL", "smtp://127.0.0.1:" + mail.port())
        .with("SMTP_START_TLS", "off")
        .with("SMTP_TIMEOUT", "4s")
        .with("OWNER_EMAIL", "owner@example.org");
  }

  /** Gives each node a separate address, so that it can be partitioned. */
  ClusterScript withOwnAddresses() {
    environment.put(ADDRESSES, "own");
    return this;
  }

  /**
   * Gives each node a network namespace, whose packets can be dropped, and a clock that can be
   * moved. Needs root and the programs that {@link #missing} checks.
   */
  ClusterScript inNamespaces() {
    environment.put(ADDRESSES, NAMESPACES);
    environment.put("CLUSTER_CLOCKS", "own");
    return this;
  }

  /** Returns the programs that {@link #inNamespaces} needs and that are not installed. */
  static List<String> missing() {
    return Stream.of("ip", "nft", "gcc")
        .filter(program ->
            Stream.of("/usr/sbin", "/sbin", "/usr/bin", "/bin")
                .noneMatch(folder -> Files.isExecutable(Path.of(folder, program))))
        .toList();
  }

  /** Starts a program beside a node: in its namespace and with its clock. */
  Process beside(String name, List<String> command) throws IOException {
    var builder = new ProcessBuilder();
    if (isInNamespaces()) {
      builder.command("ip", "netns", "exec", "gh" + port + '-' + name);
      builder.environment().put("LD_PRELOAD", folder.resolve("clock.so").toString());
      builder.environment().put("CLOCK_FILE", folder.resolve(name).resolve("clock").toString());
    }
    builder.command().addAll(command);
    return builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  /** Starts the cluster and returns when it is ready. */
  public void up(String... nodes) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("up", "--port", Integer.toString(port)));
    arguments.addAll(List.of(nodes));
    run(arguments.toArray(String[]::new));
  }

  /** Runs a command to its end and returns its output. */
  String run(String... arguments) throws IOException {
    return runIn(Path.of("").toAbsolutePath(), arguments);
  }

  /**
   * Runs a command of another release, whose nodes are then started.
   *
   * @param release a built clone
   */
  String runIn(Path release, String... arguments) throws IOException {
    var builder = new ProcessBuilder("bash", "scripts/cluster").redirectErrorStream(true);
    builder.directory(release.toFile());
    builder.command().addAll(List.of(arguments));
    builder.environment().putAll(environment);
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (exit(process) != 0) {
      throw new IOException(String.join(" ", arguments) + ": " + out);
    }
    return out;
  }

  /** Returns the address of the load balancer. */
  public String address() {
    return "http://127.0.0.1:" + port;
  }

  /** Returns a client of the HTTP port of a node, counted from 1. */
  Client node(int place) {
    return new Client("http://" + host("n" + place) + ':' + httpPort("n" + place));
  }

  /** Creates a CLI call of any area, over a node's management port. */
  Client.Request call(String name, String operation, JsonObject body) {
    try {
      Path token = folder.resolve(name).resolve("data/secrets/management-token");
      return management(name)
          .request("POST", "/calls/" + operation)
          .header("Authorization", "Bearer " + Files.readString(token).strip())
          .json(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the cluster's folder. */
  public Path folder() {
    return folder;
  }

  /** Returns the port of its document store. */
  public int storePort() {
    return port + 1;
  }

  /** Returns the port of its Redis. */
  public int redisPort() {
    return port + 2;
  }

  /** Returns the port of the load balancer. */
  public int port() {
    return port;
  }

  /** Returns the HTTP port of a node; nodes are named n1, n2, ... in order. */
  public int httpPort(String name) {
    return port + PORTS_OF_A_NODE * place(name);
  }

  /** Returns the addresses of the first three nodes for other members. */
  String members() {
    return Stream.of("n1", "n2", "n3")
        .map(name -> host(name) + ':' + (httpPort(name) + MEMBER_PORT))
        .collect(Collectors.joining(","));
  }

  private static int place(String name) {
    return Integer.parseInt(name.substring(1));
  }

  /**
   * Returns a client of a node's management port. The port accepts few connections, so use one for
   * all checks.
   */
  Client management(String name) {
    return new Client("http://" + host(name) + ':' + (httpPort(name) + 1));
  }

  /**
   * Returns whether a node reports that it is ready, without a process as scripts/cluster needs.
   */
  boolean isReady(String name) {
    try (var raw = new RawClient("http://" + host(name) + ':' + (httpPort(name) + 1))) {
      return raw.ask("GET /readyz").status() == READY;
    } catch (IOException notYet) {
      return false;
    }
  }

  private boolean isInNamespaces() {
    return NAMESPACES.equals(environment.get(ADDRESSES));
  }

  private String host(String name) {
    return isInNamespaces() ? subnet() + (PORTS_OF_A_NODE + place(name)) : LOOPBACK;
  }

  private String subnet() {
    return "10." + port / BYTE + '.' + port % BYTE + '.';
  }

  /** Returns the address at which nodes reach the store. */
  String storeUrl() {
    return "mongodb://" + (isInNamespaces() ? subnet() + 1 : LOOPBACK) + ':' + storePort();
  }

  /** Returns the node whose process owns a socket with this local port. */
  Optional<String> havingPort(int localPort) throws IOException {
    var sockets = new OpenSockets(localPort);
    for (String name : running("n1", "n2", "n3", "n4")) {
      if (sockets.areHeldBy(pid(name))) {
        return Optional.of(name);
      }
    }
    return Optional.empty();
  }

  public long pid(String name) throws IOException {
    return Long.parseLong(Files.readString(folder.resolve(name).resolve("pid")).strip());
  }

  /** Stops a node as its owner would, and returns when it has left. */
  public void end(String name) throws IOException {
    ProcessHandle node = ProcessHandle.of(pid(name)).orElseThrow();
    node.destroy();
    node.onExit().join();
  }

  /** Returns the running nodes among these names. */
  public List<String> running(String... names) throws IOException {
    List<String> running = new ArrayList<>();
    for (String name : names) {
      boolean known = Files.exists(folder.resolve(name).resolve("pid"));
      if (known && ProcessHandle.of(pid(name)).isPresent()) {
        running.add(name);
      }
    }
    return running;
  }

  /** Sends a signal, for example STOP or CONT. */
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
