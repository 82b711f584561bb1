package dev.gatehouse.node.doctor;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import com.sun.net.httpserver.HttpServer;
import dev.gatehouse.DocumentServer;
import dev.gatehouse.FreePort;
import dev.gatehouse.LoopbackServer;
import dev.gatehouse.TestServices;
import dev.gatehouse.bus.Json;
import dev.gatehouse.cluster.ClusterAuthority;
import dev.gatehouse.node.SettingsReaders;
import dev.gatehouse.node.agreement.SettingsAgreement;
import dev.gatehouse.node.storage.StoredDocuments;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.settings.SettingsCheck;
import dev.gatehouse.time.TimeSource;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers, nodes and providers that reject what the settings say. */
@Tag("slow")
class DoctorServersTest {
  /** Long, because a driver needs seconds to connect on a busy machine. */
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private static final byte[] RCON_REJECTION = {10, 0, 0, 0, -1, -1, -1, -1, 2, 0, 0, 0, 0, 0};

  @TempDir Path home;

  private final Map<String, String> environment = new HashMap<>();
  private HttpServer provider;
  private ServerSocket server;
  private int status = 200;
  private String ready = "{}";

  @BeforeEach
  void prepare() throws IOException {
    provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    provider.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          String path = exchange.getRequestURI().getPath();
          boolean node = path.equals("/livez") || path.equals("/readyz");
          byte[] body =
              (path.equals("/readyz") ? ready : "{\"status\":\"alive\"}")
                  .getBytes(StandardCharsets.UTF_8);
          boolean bare = exchange.getRequestMethod().equals("HEAD");
          exchange.sendResponseHeaders(node ? 200 : status, bare ? -1 : body.length);
          exchange.getResponseBody().write(bare ? new byte[0] : body);
          exchange.close();
        });
    provider.start();
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    set("DATA_DIR", home.resolve("data"), "HTTP_PORT", "0", "MANAGEMENT_PORT", "0");
    set("STORE_RESERVE", "1KB", "MONGO_SELECTION_TIMEOUT", "1s");
  }

  @AfterEach
  void close() throws IOException {
    provider.stop(0);
    server.close();
  }

  /** Sets names, each followed by its value. */
  private void set(Object... settings) {
    for (int i = 0; i < settings.length; i += 2) {
      environment.put("GATEHOUSE_" + settings[i], settings[i + 1].toString());
    }
  }

  private String url() {
    return LoopbackServer.url(provider);
  }

  private SettingsCheck check() {
    return SettingsReaders.check(home, environment, TimeSource.system(), new Random(1));
  }

  private List<Finding> examine() {
    return new Doctor(TimeSource.system(), LIMIT).examine(check());
  }

  /** Sends bytes to each client, and reads until the client leaves. */
  private void answer(byte[] reply) {
    Thread.ofVirtual()
        .start(() -> {
          try {
            while (true) {
              try (Socket client = server.accept()) {
                // A reply that precedes the request could be taken for none.
                client.getInputStream().read();
                client.getOutputStream().write(reply);
                client.getInputStream().readAllBytes();
              }
            }
          } catch (IOException closed) {
            // The test has ended.
          }
        });
  }

  private void breakSetup(String setup) throws Exception {
    int port = server.getLocalPort();
    status = 401;
    switch (setup) {
      case "MongoDB absent" -> {
        server.close();
        set("MONGO_URL", "mongodb://user:secret@127.0.0.1:" + port);
      }
      case "Redis password wrong" -> {
        set("REDIS_URL", "redis://user:secret@127.0.0.1:" + port);
        answer("-WRONGPASS invalid username-password pair\r\n".getBytes(StandardCharsets.UTF_8));
      }
      case "Redis is another program" -> {
        set("REDIS_URL", "redis://127.0.0.1:" + port);
        answer("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.UTF_8));
      }
      case "event bus is another program" -> {
        cluster();
        set("CLUSTER_MEMBERS", "127.0.0.1:" + FreePort.next(), "CLUSTER_BUS_PORT", port);
        answer("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.UTF_8));
      }
      case "bucket forbidden" -> {
        status = 403;
        set("BLOBS_S3_URL", url(), "BLOBS_S3_BUCKET", "files");
        set("BLOBS_S3_ACCESS_KEY", "key", "BLOBS_S3_SECRET_KEY", "secret");
      }
      case "code host" -> set("CODEHOST_URL", url(), "CODEHOST_TOKEN", "secret");
      case "payments" ->
          set(
              "PAYMENTS_URL", url(),
              "PAYMENTS_CLIENT_ID", "id",
              "PAYMENTS_CLIENT_SECRET", "secret");
      case "print shop" -> set("PRINTSHOP_URL", url(), "PRINTSHOP_TOKEN", "secret");
      case "external shop" -> {
        set("STOREFRONT_PROVIDER", "shopify", "STOREFRONT_URL", url());
        set("STOREFRONT_TOKEN", "secret-token");
      }
      case "broker" -> {
        set("TRADING_POSITIONS_URL", url(), "TRADING_POSITIONS_KEY_ID", "id");
        set("TRADING_POSITIONS_SECRET", "secret");
      }
      case "hosting" -> set("HOSTING_URL", url(), "HOSTING_TOKEN", "secret");
      case "calendar" -> calendar();
      case "marketplace A" -> {
        set("MARKETPLACE_A_SOURCE", "creators");
        marketplace("MARKETPLACE_A_");
      }
      case "marketplace B" -> {
        set("MARKETPLACE_B_SOURCE", "ebay", "MARKETPLACE_B_QUERY", "books");
        marketplace("MARKETPLACE_B_");
      }
      case "game folder absent" -> set("BLOCKGAME_SERVER_DIR", home.resolve("absent"));
      case "game password wrong" -> {
        set("BLOCKGAME_RCON_PORT", port, "BLOCKGAME_RCON_PASSWORD", "secret");
        answer(RCON_REJECTION);
      }
      case "proxy not trusted" -> {
        server.close();
        set("PUBLIC_URL", "https://localhost:" + port);
      }
      default -> throw new IllegalArgumentException(setup);
    }
  }

  private void marketplace(String prefix) {
    set(
        prefix + "TOKEN_URL", url(),
        prefix + "CLIENT_ID", "id",
        prefix + "CLIENT_SECRET", "secret");
  }

  private void calendar() throws Exception {
    byte[] key = KeyPairGenerator.getInstance("RSA").generateKeyPair().getPrivate().getEncoded();
    String pem =
        "-----BEGIN PRIVATE KEY-----\n"
            + Base64.getMimeEncoder().encodeToString(key)
            + "\n-----END PRIVATE KEY-----\n";
    set("CALENDAR_PROVIDER", "google", "CALENDAR_TOKEN_URL", url());
    set("CALENDAR_KEY", Json.encode(Map.of("client_email", "a@b.example", "private_key", pem)));
  }

  private void cluster() {
    environment.putAll(ClusterAuthority.environment(home.resolve("tls")));
    set("CLUSTER_ENABLED", "true", "MONGO_URL", "mongodb://127.0.0.1:1");
    set("ACCESS_PERMANENT_CODE", "permanent-code", "ACCESS_API_KEY", "0123456789abcdef");
    set("ACCESS_JWT_SECRET", "0123456789abcdef".repeat(4));
    set("MEDIA_DNA_KEY", "0123456789abcdef".repeat(4));
    set("PUBLIC_URL", url(), "BLOBS_SHARED", "true");
  }

  @ParameterizedTest
  @CsvSource({
    "MongoDB absent, mongo, cannot be read",
    "Redis password wrong, redis, cannot be used: WRONGPASS",
    "Redis is another program, redis, cannot be used",
    "event bus is another program, cluster, the event bus at 127.0.0.1",
    "bucket forbidden, blobs, bucket cannot be read",
    "code host, codehost, status 401",
    "payments, payments, status 401",
    "print shop, printshop, status 401",
    "external shop, storefront, status 401",
    "broker, trading, status 401",
    "hosting, hosting vercel, status 401",
    "calendar, calendar, status 401",
    "marketplace A, marketplaceA, status 401",
    "marketplace B, marketplaceB, status 401",
    "game folder absent, blockgame, is not a folder",
    "game password wrong, blockgame, rejects the password",
    "proxy not trusted, proxy, trusts no proxy",
  })
  void namesTheProblemOfABrokenServer(String setup, String check, String words) throws Exception {
    breakSetup(setup);
    List<Finding> findings = examine();
    List<Finding> found =
        findings.stream().filter(each -> each.isProblem() && each.check().equals(check)).toList();
    assertFalse(found.isEmpty(), findings::toString);
    assertTrue(found.getFirst().message().contains(words), found::toString);
    assertTrue(found.getFirst().remedy().matches("[A-Z].*\\."), found::toString);
    assertFalse(findings.toString().contains("secret"), findings::toString);
  }

  @Test
  void warnsOfWhatARunningNodeHasSeen() throws Exception {
    set("MANAGEMENT_PORT", provider.getAddress().getPort());
    ready = "{\"ready\":true,\"hints\":{\"proxy\":\"requests arrive without X-Forwarded-For\"}}";
    Finding found =
        examine().stream().filter(each -> each.check().equals("proxy")).findFirst().orElseThrow();
    assertEquals("warning", found.result());
    assertEquals("requests arrive without X-Forwarded-For", found.message());
  }

  @Test
  void acceptsProvidersThatAcceptTheCredential() throws Exception {
    for (String setup : List.of("code host", "payments", "print shop", "calendar", "hosting")) {
      breakSetup(setup);
    }
    status = 200;
    List<Finding> findings = examine();
    assertEquals(
        5, findings.stream().filter(each -> each.message().contains("accepts the cred")).count());
    assertTrue(findings.stream().noneMatch(Finding::isProblem), findings::toString);
  }

  @Test
  void namesSettingsThatDifferFromOtherNodes() throws Exception {
    cluster();
    Vertx vertx = Vertx.vertx();
    try (DocumentServer store = DocumentServer.start()) {
      set("MONGO_URL", store.url(), "MONGO_SELECTION_TIMEOUT", "20s");
      set("CALENDAR_FROM", "10:00");
      join(vertx, check().settings().orElseThrow());
      assertTrue(examine().stream().noneMatch(Finding::isProblem), () -> examine().toString());
      set("CALENDAR_FROM", "08:00");
      List<Finding> found =
          examine().stream()
              .filter(each -> each.isProblem() && each.check().equals("cluster"))
              .toList();
      assertEquals(1, found.size(), found::toString);
      assertTrue(found.getFirst().message().startsWith("calendar.from differs"), found::toString);
      set("MONGO_SELECTION_TIMEOUT", "1s");
      set("MONGO_URL", store.url().replace("mongodb://", "mongodb://user:secret@"));
      List<Finding> rejected = examine();
      assertTrue(
          rejected.stream().anyMatch(each -> each.isProblem() && each.check().equals("mongo")),
          rejected::toString);
      assertFalse(rejected.toString().contains("secret@"), rejected::toString);
    } finally {
      vertx.close().await();
    }
  }

  /** Stores the settings of a node that runs. */
  private void join(Vertx vertx, Settings settings) throws IOException {
    var random = new SecureRandom();
    try (StoredDocuments documents = StoredDocuments.open(vertx, settings, random)) {
      var services =
          TestServices.over(
              vertx, settings, documents.documents(), TimeSource.system(), home.resolve("other"));
      SettingsAgreement.of(services, "1.0.0", "n1").join();
      documents.closeClient();
    }
  }
}
