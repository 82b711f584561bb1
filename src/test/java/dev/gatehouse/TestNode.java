package dev.gatehouse;

import dev.gatehouse.node.Node;
import dev.gatehouse.settings.SettingsReader;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.function.Executable;

/**
 * A whole node on free ports with an embedded store in a temporary folder; register it as a static
 * extension. The rate limit is off unless a test sets it.
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

  /** Believes X-Forwarded-For, so that each request can come from an address of its own. */
  public TestNode behindProxy() {
    return with("SECURITY_TRUSTED_PROXIES", "127.0.0.0/8");
  }

  /** An address that nobody has used before, for X-Forwarded-For. */
  public String freshAddress() {
    int n = addresses.incrementAndGet();
    return "198.18." + (n >> 8) + "." + (n & 0xff);
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    data = Files.createTempDirectory("gatehouse-test");
    with("DATA_DIR", data.toString());
    start();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (node != null) {
      stop();
      // The test's class stays, and with it all that it holds.
      client = null;
      management = null;
      frontManagement = null;
    }
    deleteTree(data);
  }

  /** Ends the node and starts another over the same data. */
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

  /** Ends the node; its data stay. */
  void stop() {
    if (balanced == null) {
      node.close();
    } else {
      balanced.close();
    }
    node = null;
  }

  /** Has connections that stay, and threads, which each new one would need again. */
  public Client client() {
    return client;
  }

  /**
   * Asks the node, or each of several: what one of these has changed the others know within a
   * second, so that there an answer that fails the check is asked for again.
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

  /** A connection of its own, for what a well-behaved client cannot send. */
  public RawClient raw() throws IOException {
    return new RawClient(address);
  }

  /** What the command line does: a call with the management token. */
  public Client.Reply manage(String operation, JsonObject body) throws IOException {
    String token = Files.readString(data.resolve("secrets/management-token")).strip();
    return management.request("POST", "/calls/" + operation).token(token).json(body).send();
  }

  /** Stored blobs, those in the making included. */
  public List<Path> blobs() throws IOException {
    return blobs(data.resolve("blobs"));
  }

  /** All files of a blob folder but the one that says whose it is. */
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

          /** The node is at work: what is there one moment has another name the next. */
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

  /** The figures of the node, or of each of several, one's behind the other's. */
  public String metrics() {
    String own = management.get("/metrics").text();
    return balanced == null ? own : own + frontManagement.get("/metrics").text();
  }

  /** The sum of a metric's values, of all nodes. */
  public double metric(String name) {
    return metrics()
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  /** Starts it, over the data that there are. */
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
   * A folder that stays until this process ends: a test that failed is run once more, and finds it.
   */
  public static Path folder(String name) {
    try {
      Path folder = Files.createTempDirectory(name);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> deleteTree(folder)));
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes a folder with all that is in it. */
  public static void deleteTree(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(TestNode::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
