package dev.gatehouse;

import module java.base;

import dev.gatehouse.cluster.ClusterAuthority;
import dev.gatehouse.node.Node;

/**
 * Replaces a test's node by a cluster: HAProxy, a node without areas and a node with all areas. The
 * nodes share a document server, Redis and the blob folder. Both run in this JVM to share its
 * clock, but all their traffic goes through sockets.
 */
final class BalancedNodes implements AutoCloseable {
  private static final boolean WANTED = Boolean.getBoolean("gatehouse.balanced");
  private static final String LOOPBACK = "127.0.0.1";
  private static final String SECRET = "0123456789abcdef".repeat(4);

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long LOOK_NANOS = 20_000_000;

  private final List<AutoCloseable> parts = new ArrayList<>();
  private final Map<String, String> environment;
  private final TestClock clock;
  private Node hosting;
  private Node front;
  private InstalledServer balancer;

  private BalancedNodes(Map<String, String> environment, TestClock clock) {
    this.environment = new HashMap<>(environment);
    this.clock = clock;
  }

  /** Returns whether this test run should go through a load balancer. */
  static boolean areWanted() {
    return WANTED;
  }

  /**
   * Starts the cluster.
   *
   * @param environment settings that a single node would get
   * @param data folder of the node with the areas
   */
  static BalancedNodes start(Map<String, String> environment, Path data, TestClock clock)
      throws IOException {
    var nodes = new BalancedNodes(environment, clock);
    try {
      nodes.share(data);
      nodes.open(data);
      return nodes;
    } catch (Exception e) {
      nodes.close();
      throw new IOException(e);
    }
  }

  private void share(Path data) throws Exception {
    if (!environment.containsKey("GATEHOUSE_MONGO_URL")) {
      DocumentServer store = DocumentServer.start(clock);
      parts.add(store::close);
      set("MONGO_URL", store.url());
    }
    if (!environment.containsKey("GATEHOUSE_REDIS_URL")) {
      var redis = new RedisServer();
      redis.begin();
      parts.add(redis::end);
      set("REDIS_URL", redis.url().toString());
    }
    set("CLUSTER_ENABLED", "true");
    environment.putAll(ClusterAuthority.environment(data.resolve("tls")));
    environment.putIfAbsent("GATEHOUSE_ACCESS_JWT_SECRET", SECRET);
    environment.putIfAbsent("GATEHOUSE_MEDIA_DNA_KEY", SECRET);
    if (!environment.containsKey("GATEHOUSE_BLOBS_S3_URL")) {
      set("BLOBS_DIR", data.resolve("blobs").toString());
      set("BLOBS_SHARED", "true");
    }
  }

  private void open(Path data) throws Exception {
    int port = FreePort.next();
    environment.putIfAbsent("GATEHOUSE_PUBLIC_URL", "http://" + LOOPBACK + ':' + port);
    int first = FreePort.next();
    int second = FreePort.next();
    set("CLUSTER_MEMBERS", LOOPBACK + ':' + first + ',' + LOOPBACK + ':' + second);
    hosting = node(data, second);
    set("VERTICLES", "http");
    Path other = Files.createDirectories(data.resolve("front"));
    Path mail = other.resolve("mail");
    // Both nodes send due emails, and tests read them from one folder. The link may already exist.
    if (!Files.exists(mail)) {
      Files.createSymbolicLink(mail, Files.createDirectories(data.resolve("mail")));
    }
    front = node(other, first);
    balancer = LoadBalancer.before(data, port, List.of(server(front), server(hosting)));
    parts.add(balancer);
  }

  private Node node(Path data, int port) throws IOException {
    set("DATA_DIR", data.toString());
    set("CLUSTER_PORT", Integer.toString(port));
    Node node = Node.start(TestSettings.of(environment), Path.of("."), clock);
    parts.add(node);
    return node;
  }

  private static String server(Node node) {
    return LOOPBACK
        + ':'
        + URI.create(node.address()).getPort()
        + " port "
        + URI.create(node.managementAddress()).getPort();
  }

  private void set(String key, String value) {
    environment.put("GATEHOUSE_" + key, value);
  }

  /** Returns the node that hosts the areas. */
  Node hosting() {
    return hosting;
  }

  /** Runs a check against each node until it passes; fails with the last failure. */
  void each(Consumer<Client> check) {
    for (Node node : List.of(front, hosting)) {
      soon(new Client(node.address()), check);
    }
  }

  private static void soon(Client client, Consumer<Client> check) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        check.accept(client);
        return;
      } catch (AssertionError notYet) {
        if (System.nanoTime() > deadline) {
          throw notYet;
        }
        LockSupport.parkNanos(LOOK_NANOS);
      }
    }
  }

  /** Returns the management address of the node without areas. */
  String frontManagementAddress() {
    return front.managementAddress();
  }

  /** Returns the address of the load balancer. */
  String address() {
    return balancer.address();
  }

  /** Closes the components in the opposite order of their start. */
  @Override
  public void close() {
    for (AutoCloseable part : parts.reversed()) {
      try {
        part.close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
