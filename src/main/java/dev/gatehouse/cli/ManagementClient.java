package dev.gatehouse.cli;

import module java.base;

import dev.gatehouse.bus.Json;
import dev.gatehouse.bus.Message;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.messages.AccessMessages;
import dev.gatehouse.messages.ImportMessages;
import dev.gatehouse.messages.MailMessages;
import dev.gatehouse.messages.TradingMessages;
import dev.gatehouse.node.Node;
import dev.gatehouse.node.SettingsReaders;
import dev.gatehouse.node.agreement.AgreementRepository;
import dev.gatehouse.node.doctor.Doctor;
import dev.gatehouse.node.doctor.Finding;
import dev.gatehouse.node.logging.Logging;
import dev.gatehouse.node.storage.StoredDocuments;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.settings.SettingsCheck;
import dev.gatehouse.settings.SettingsReader;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import dev.gatehouse.time.TimeSource;
import io.vertx.core.Vertx;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/**
 * Access to a node's areas: over the management port of a running node, or directly to the data if
 * no node is running.
 */
final class ManagementClient implements AutoCloseable {
  /** Entries of a page of {@link #readAll}. */
  static final int PAGE = 200;

  private static final Duration TIMEOUT = Duration.ofMinutes(16);

  /** Maximum duration of one check of the doctor. */
  private static final Duration CHECK = Duration.ofSeconds(5);

  private static final int READ_ATTEMPTS = 5;
  private static final long PAUSE_NANOS = 200_000_000;

  /** The areas to which commands send messages. */
  private static final String AREAS =
      String.join(
          ",",
          AccessMessages.BANS.area(),
          TradingMessages.IMPORT.area(),
          MailMessages.LIST.area(),
          ImportMessages.PRODUCTS.area(),
          ImportMessages.LINKS.area());

  private final Path home;
  private final Map<String, String> environment;
  private String address;
  private String token;
  private Node own;

  private ManagementClient(Path home, Map<String, String> environment) {
    this.home = home;
    this.environment = environment;
  }

  static ManagementClient find(Path home, Map<String, String> environment) {
    ManagementClient client = new ManagementClient(home, environment);
    Settings settings = client.settings(environment);
    Logging.start(new Settings.Log(settings.log().format(), "error"));
    String running = address(settings);
    if (answers(running)) {
      client.address = running;
      client.token = token(settings);
    } else {
      client.openData(running);
    }
    return client;
  }

  private Settings settings(Map<String, String> variables) {
    return new SettingsReader(variables).read(home.resolve("conf/gatehouse.yaml"));
  }

  /** Starts the areas that commands call, in this process. */
  private void openData(String silent) {
    Map<String, String> alone = new HashMap<>(environment);
    alone.put("GATEHOUSE_VERTICLES", AREAS);
    alone.put("GATEHOUSE_MANAGEMENT_PORT", "0");
    Settings settings = settings(alone);
    try {
      own = Node.start(settings, home, TimeSource.system());
    } catch (IOException | RuntimeException e) {
      throw new IllegalStateException(
          "no node answers at " + silent + ", and its data cannot be opened: " + e.getMessage(), e);
    }
    address = own.managementAddress();
    token = token(settings);
  }

  /** Finds all mistakes of the settings. */
  static SettingsCheck checkSettings(Path home, Map<String, String> environment) {
    return SettingsReaders.check(home, environment, TimeSource.system(), new SecureRandom());
  }

  /** Checks the settings and the environment of a node, which may run. */
  static List<Finding> examine(Path home, Map<String, String> environment) {
    return new Doctor(TimeSource.system(), CHECK).examine(checkSettings(home, environment));
  }

  /** Returns today's date in UTC. */
  static LocalDate today() {
    return LocalDate.ofInstant(TimeSource.system().instant(), ZoneOffset.UTC);
  }

  static RandomGenerator random() {
    return new SecureRandom();
  }

  /** Work on documents that the command itself opens. */
  interface DocumentWork<R> {
    R with(StoredDocuments documents) throws IOException;
  }

  /** Opens the documents for some work. Requires that no node is running. */
  static <R> R withDocuments(Settings settings, DocumentWork<R> work) throws IOException {
    return withDocuments(vertx -> StoredDocuments.open(vertx, settings, new SecureRandom()), work);
  }

  /** Opens the documents read-only for some work. A node may be running. */
  static <R> R readDocuments(Settings settings, DocumentWork<R> work) throws IOException {
    return withDocuments(vertx -> StoredDocuments.toRead(vertx, settings), work);
  }

  private static <R> R withDocuments(Function<Vertx, StoredDocuments> open, DocumentWork<R> work)
      throws IOException {
    Vertx vertx = Vertx.vertx();
    try (StoredDocuments documents = open.apply(vertx)) {
      try {
        return work.with(documents);
      } finally {
        documents.closeClient();
      }
    } finally {
      vertx.close().await();
    }
  }

  /** Returns the settings on which the nodes agree. */
  static AgreementRepository agreement(StoredDocuments documents) {
    return new AgreementRepository(documents.documents(), TimeSource.system());
  }

  private static String address(Settings settings) {
    return "http://" + settings.management().host() + ":" + settings.management().port();
  }

  /** Opens an embedded store for exclusive use. */
  static EmbeddedStore store(Path folder, boolean fsync) {
    return EmbeddedStore.open(folder, fsync);
  }

  /**
   * Fails unless a node is running.
   *
   * @throws IllegalStateException if no node responds at the management port
   */
  static void mustAnswer(Settings settings) {
    if (!answers(address(settings))) {
      throw new IllegalStateException(
          "no node answers at " + address(settings) + ": start it first");
    }
  }

  /**
   * Fails if a node is running.
   *
   * @throws IllegalStateException if a node responds at the management port
   */
  static void mustNotRun(Settings settings) {
    if (settings.management().port() != 0 && answers(address(settings))) {
      throw new IllegalStateException("a node answers at " + address(settings) + ": stop it first");
    }
  }

  /**
   * Sends a message, which may be an operation's, and returns its reply.
   *
   * @throws IllegalStateException with the node's error message
   */
  <Q, R> R call(Message<Q, R> message, Q request) {
    return call(message, request, 1);
  }

  /**
   * Sends a message that changes nothing. It is sent again if the node stops before it replies.
   *
   * @throws IllegalStateException with the node's error message
   */
  <Q, R> R read(Message<Q, R> message, Q request) {
    return call(message, request, READ_ATTEMPTS);
  }

  /**
   * Reads page after page. An entry that moves to the next page meanwhile is included once.
   *
   * @param request of a page of {@link #PAGE} entries, by the number of those before it
   */
  <Q, R, T> List<T> readAll(
      Message<Q, R> message,
      IntFunction<Q> request,
      Function<R, List<T>> entries,
      Function<R, PageOrder.Pagination> pagination) {
    Set<T> all = new LinkedHashSet<>();
    R page;
    int skip = 0;
    do {
      page = read(message, request.apply(skip));
      all.addAll(entries.apply(page));
      skip += PAGE;
    } while (pagination.apply(page).hasMore());
    return List.copyOf(all);
  }

  private <Q, R> R call(Message<Q, R> message, Q request, int attempts) {
    byte[] body = Json.encode(request).getBytes();
    HttpResponse<byte[]> response = send(message.address(), body, attempts);
    if (response.statusCode() >= 400) {
      throw new IllegalStateException(Json.decode(response.body(), Fault.class).error());
    }
    return Json.decode(response.body(), message.reply());
  }

  private record Fault(String error) {}

  @Override
  public void close() {
    if (own != null) {
      own.close();
    }
  }

  private static boolean answers(String address) {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(address + "/livez")).timeout(TIMEOUT).build();
      return exchange(request).statusCode() == 200;
    } catch (ConnectException e) {
      return false;
    } catch (IOException e) {
      throw new IllegalStateException(address + " does not answer like a Gatehouse node", e);
    }
  }

  /** Sends a call. If the node stops between two calls, the command opens the data directly. */
  private HttpResponse<byte[]> send(String operation, byte[] body, int attempts) {
    for (int left = attempts; ; left--) {
      try {
        return exchange(request(operation, body));
      } catch (ConnectException e) {
        if (own != null) {
          throw connectionLost(e);
        }
        openData(address);
      } catch (IOException e) {
        if (left <= 1) {
          throw connectionLost(e);
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private HttpRequest request(String operation, byte[] body) {
    return HttpRequest.newBuilder(URI.create(address + "/calls/" + operation))
        .header("Authorization", "Bearer " + token)
        .timeout(TIMEOUT)
        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
        .build();
  }

  private static IllegalStateException connectionLost(IOException cause) {
    return new IllegalStateException(
        "unknown outcome: the node closed the connection before it replied: " + cause, cause);
  }

  private static HttpResponse<byte[]> exchange(HttpRequest request) throws IOException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static String token(Settings settings) {
    Path file = settings.data().dir().resolve("secrets/management-token");
    try {
      return Files.readString(file).strip();
    } catch (NoSuchFileException e) {
      throw new IllegalStateException(
          file + " is missing: a node with another data.dir uses this management port", e);
    } catch (IOException e) {
      throw new IllegalStateException(file + " cannot be read: " + e.getMessage(), e);
    }
  }
}
