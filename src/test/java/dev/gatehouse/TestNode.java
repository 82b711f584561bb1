package dev.gatehouse;

import module java.base;

import dev.gatehouse.areas.notifications.mail.TestCertificate;
import dev.gatehouse.node.Node;
import dev.gatehouse.settings.SettingsReader;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.function.Executable;

/**
 * A whole node on free ports with an embedded store in a temporary folder; register it as a static
 * extension. The rate limit is off by default.
 */
public final class TestNode implements BeforeAllCallback, AfterAllCallback {
  public static final String CODE = "owners-permanent-code";
  public static final String KEY = "owners-key-0123456789";

  public final TestClock clock = new TestClock();
  private final Map<String, String> environment = new HashMap<>();
  private final AtomicInteger addresses = new AtomicInteger();
  private Path data;
  private Node node;
  private BalancedNodes balanced;
  private String address;
  private Client client;
  private Client management;
  private Client frontManagement;
  private boolean shared;

  /** The node of classes that change neither its settings nor its state for others. */
  private static final TestNode SHARED = new TestNode().behindProxy();

  /**
   * Returns a node that classes of this JVM share, because its start takes longer than most tests.
   * It trusts X-Forwarded-For. Its store contains what other classes left, and its clock is ahead
   * by what they advanced it. Use it in a class that neither restarts nor counts, and whose names
   * and addresses are its own.
   */
  public static TestNode shared() {
    SHARED.shared = true;
    return SHARED;
  }

  public TestNode() {
    with("HTTP_PORT", "0");
    with("MANAGEMENT_PORT", "0");
    with("DRAIN_DELAY", "0s");
    with("STORE_FSYNC", "false");
    with("STORE_RESERVE", "1MB");
    with("ACCESS_PERMANENT_CODE", CODE);
    with("ACCESS_API_KEY", KEY);
    with("LIMITS_DEFAULT_PER_MINUTE", "0");
    with("LIMITS_OPERATOR_PER_MINUTE", "0");
  }

  /** Sets {@code GATEHOUSE_key}. */
  public TestNode with(String key, String value) {
    environment.put("GATEHOUSE_" + key, value);
    return this;
  }

  public TestNode with(Map<String, String> settings) {
    settings.forEach(this::with);
    return this;
  }

  /** Sets several, such as {@code HTTP_PORT=0 STORE_FSYNC=false}. */
  public TestNode with(String settings) {
    for (String setting : settings.strip().split("\\s+")) {
      String[] pair = setting.split("=", 2);
      with(pair[0], pair[1]);
    }
    return this;
  }

  /** Removes {@code GATEHOUSE_key}, from the next start on. */
  public TestNode without(String key) {
    environment.remove("GATEHOUSE_" + key);
    return this;
  }

  /** Serves TLS with a self-signed certificate. */
  public TestNode tls() {
    return Unchecked.get(() -> {
      var certificate = new TestCertificate(folder("gatehouse-tls"), "dns:localhost,ip:127.0.0.1");
      return with("HTTP_TLS_CERTIFICATE", certificate.pem().toString())
          .with("HTTP_TLS_KEY", certificate.key().toString());
    });
  }

  /** Trusts X-Forwarded-For, so that each request can have a different address. */
  public TestNode behindProxy() {
    return with("SECURITY_TRUSTED_PROXIES", "127.0.0.0/8");
  }

  /** Returns an unused address for X-Forwarded-For. */
  public String freshAddress() {
    int n = addresses.incrementAndGet();
    return "198.18." + (n >> 8) + "." + (n & 0xff);
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    if (shared && data != null) {
      return;
    }
    data = Files.createTempDirectory("gatehouse-test");
    with("DATA_DIR", data.toString());
    start();
    if (shared) {
      Runtime.getRuntime().addShutdownHook(new Thread(this::end));
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (!shared) {
      end();
    }
  }

  private void end() {
    if (node != null) {
      stop();
      // The test's class remains loaded, and keeps everything that it references.
      client = null;
      management = null;
      frontManagement = null;
    }
    deleteTree(data);
  }

  /** Stops the node and starts another with the same data. */
  public void restart() throws IOException {
    stop();
    start();
  }

  /** Runs something between a stop and the next start. */
  public void afterStop(Executable work) throws Exception {
    stop();
    try {
      work.execute();
    } catch (Exception | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
    start();
  }

  /** Stops the node. Its data remains. */
  void stop() {
    if (balanced == null) {
      node.close();
    } else {
      balanced.close();
    }
    node = null;
  }

  /** Returns a shared client, because each new client needs new connections and threads. */
  public Client client() {
    return client;
  }

  public Client.Reply get(String path) {
    return client.get(path);
  }

  public Client.Request request(String method, String path) {
    return client.request(method, path);
  }

  /** Creates a request with the owner's key. */
  public Client.Request owner(String method, String path) {
    return client.owner(method, path);
  }

  /** Returns a token from validate-access. */
  public String token(String code) {
    return client.token(code);
  }

  /** Returns the access code of today. */
  public String dailyCode() {
    return client.dailyCode();
  }

  /**
   * Runs a check against each node. In a cluster the check is retried, because other nodes see a
   * change within a second.
   */
  public void everywhere(Consumer<Client> check) {
    if (balanced == null) {
      check.accept(client);
    } else {
      balanced.each(check);
    }
  }

  public String address() {
    return address;
  }

  /** Creates a login with a code. */
  public Client.Request login(String code) {
    return client.login(code);
  }

  /** Creates a notification of the owner. */
  public Client.Request notification(String title, String body) {
    return owner("POST", "/api/proxy/notify").json(JsonObject.of("title", title, "body", body));
  }

  /** Opens a separate connection, for requests that a normal client cannot send. */
  public RawClient raw() throws IOException {
    return new RawClient(address);
  }

  /** Sends a request unchanged, on its own connection. Returns the reply. */
  public RawClient.Reply exchange(String request) throws IOException {
    try (RawClient raw = raw()) {
      return raw.send(request).read();
    }
  }

  /** Sends a request line and headers on their own connection. Returns the reply. */
  public RawClient.Reply ask(String line, String... headers) throws IOException {
    return RawClient.once(address, line, headers);
  }

  /** Sends a CLI call with the management token. */
  public Client.Reply manage(String operation, JsonObject body) throws IOException {
    String token = Files.readString(data.resolve("secrets/management-token")).strip();
    return management.request("POST", "/calls/" + operation).token(token).json(body).send();
  }

  /** Returns the stored blobs, including incomplete ones. */
  public List<Path> blobs() throws IOException {
    return blobs(data.resolve("blobs"));
  }

  /** Returns all files of a blob folder except the owner file. */
  public static List<Path> blobs(Path folder) throws IOException {
    var blobs = new ArrayList<Path>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile() && !file.endsWith("identity")) {
              blobs.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          /** The node is running, so a file may have been renamed meanwhile. */
          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }
        });
    return blobs;
  }

  public String managementAddress() {
    return node.managementAddress();
  }

  public Path data() {
    return data;
  }

  /** Returns the metrics of the node, or of all nodes one after the other. */
  public String metrics() {
    String own = management.get("/metrics").text();
    return balanced == null ? own : own + frontManagement.get("/metrics").text();
  }

  /** Returns the sum of a metric's values over all nodes. */
  public double metric(String name) {
    return metrics()
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  /** Starts the node with existing data. */
  void start() throws IOException {
    if (BalancedNodes.areWanted()) {
      balanced = BalancedNodes.start(environment, data, clock);
      node = balanced.hosting();
      address = balanced.address();
      frontManagement = new Client(balanced.frontManagementAddress());
    } else {
      node =
          Node.start(
              new SettingsReader(environment).read(Path.of("none.yaml")), Path.of("."), clock);
      address = node.address();
    }
    client = new Client(address);
    management = new Client(node.managementAddress());
  }

  /**
   * Creates a folder that lasts until this process ends, because a failed test is retried with it.
   */
  public static Path folder(String name) {
    Path folder = Unchecked.get(() -> Files.createTempDirectory(name));
    Runtime.getRuntime().addShutdownHook(new Thread(() -> deleteTree(folder)));
    return folder;
  }

  /** Deletes a folder with its content. */
  public static void deleteTree(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .sorted(Comparator.reverseOrder())
          .forEach(file -> Unchecked.run(() -> Files.delete(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
