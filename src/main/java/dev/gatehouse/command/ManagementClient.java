package dev.gatehouse.command;

import dev.gatehouse.bus.Json;
import dev.gatehouse.embedded.EmbeddedStore;
import dev.gatehouse.node.Logging;
import dev.gatehouse.node.Node;
import dev.gatehouse.node.StoredDocuments;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.settings.SettingsReader;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The way to a node's areas: over the management port of the one that runs, or into the data itself
 * while none does.
 */
final class ManagementClient implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofMinutes(16);
  private static final int ERRORS = 400;

  private final String address;
  private final String token;
  private final Node own;

  private ManagementClient(String address, String token, Node own) {
    this.address = address;
    this.token = token;
    this.own = own;
  }

  static ManagementClient find(Path home, Map<String, String> environment) {
    Path file = home.resolve("conf/gatehouse.yaml");
    Settings settings = new SettingsReader(environment).read(file);
    Logging.start(new Settings.Log(settings.log().format(), "error"));
    String address = address(settings);
    if (answers(address)) {
      return new ManagementClient(address, token(settings), null);
    }
    Map<String, String> alone = new HashMap<>(environment);
    alone.put("GATEHOUSE_VERTICLES", "access,trading");
    alone.put("GATEHOUSE_MANAGEMENT_PORT", "0");
    Settings ownSettings = new SettingsReader(alone).read(file);
    try {
      Node node = Node.start(ownSettings, home, Clock.systemUTC());
      node.initialCredentials().forEach(System.out::println);
      return new ManagementClient(node.managementAddress(), token(settings), node);
    } catch (IOException | RuntimeException e) {
      throw new IllegalStateException(
          "no node answers at " + address + ", and its data cannot be opened: " + e.getMessage(),
          e);
    }
  }

  /** The documents themselves, while no node runs. */
  static StoredDocuments documents(Vertx vertx, Settings settings) {
    return StoredDocuments.open(vertx, settings, Clock.systemUTC(), new SecureRandom());
  }

  private static String address(Settings settings) {
    return "http://" + settings.management().host() + ":" + settings.management().port();
  }

  /** Opens an embedded store for itself. */
  static EmbeddedStore store(Path folder, boolean fsync) {
    return EmbeddedStore.open(folder, fsync, Clock.systemUTC());
  }

  /**
   * Refuses to go on beside a running node.
   *
   * @throws IllegalStateException if one answers at the management port
   */
  static void mustNotRun(Settings settings) {
    if (settings.management().port() != 0 && answers(address(settings))) {
      throw new IllegalStateException("a node answers at " + address(settings) + ": stop it first");
    }
  }

  /**
   * Sends a call to an area.
   *
   * @param body what the operation or message takes
   * @param type of the answer
   * @throws IllegalStateException with the node's word of refusal
   */
  <T> T call(String operation, Map<String, ?> body, Class<T> type) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + "/calls/" + operation))
            .header("Authorization", "Bearer " + token)
            .timeout(TIMEOUT)
            .POST(HttpRequest.BodyPublishers.ofByteArray(Json.encode(body).getBytes()))
            .build();
    HttpResponse<byte[]> response = send(request);
    if (response.statusCode() >= ERRORS) {
      throw new IllegalStateException(Json.decode(response.body(), Fault.class).error());
    }
    return Json.decode(response.body(), type);
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
      throw new IllegalStateException(address + " does not answer as a node does", e);
    }
  }

  private static HttpResponse<byte[]> send(HttpRequest request) {
    try {
      return exchange(request);
    } catch (IOException e) {
      throw new IllegalStateException("the node does not answer: " + e.getMessage(), e);
    }
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
          file + " is not there: a node with another data.dir has this management port", e);
    } catch (IOException e) {
      throw new IllegalStateException(file + " cannot be read: " + e.getMessage(), e);
    }
  }
}
