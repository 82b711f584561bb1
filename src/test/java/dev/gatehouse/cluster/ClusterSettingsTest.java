package dev.gatehouse.cluster;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestSettings;
import dev.gatehouse.Words;
import dev.gatehouse.cluster.ClusteredVertx.BusOptions;
import dev.gatehouse.node.Node;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.settings.SettingsException;
import dev.gatehouse.time.TimeSource;
import io.vertx.core.net.NetClientOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings that a cluster member needs, and the errors if they are missing. */
class ClusterSettingsTest {
  private static final String SECRET = "0123456789abcdef0123456789abcdef";

  @TempDir Path folder;

  private static Settings read(Map<String, String> environment) {
    return TestSettings.of(environment);
  }

  private static ClusterSettings cluster(Map<String, String> environment) {
    return ClusterSettings.read(read(environment).section("cluster"));
  }

  /** Returns why a node does not start. */
  private static String refusal(Map<String, String> environment) {
    Settings settings = read(environment);
    return assertThrows(
            SettingsException.class, () -> Node.start(settings, Path.of("."), TimeSource.system()))
        .getMessage();
  }

  private Map<String, String> complete() {
    return new HashMap<>(
        Map.of(
            "GATEHOUSE_CLUSTER_ENABLED", "true",
            "GATEHOUSE_DATA_DIR", folder.resolve("data").toString(),
            "GATEHOUSE_MONGO_URL", "mongodb://127.0.0.1:1",
            "GATEHOUSE_ACCESS_PERMANENT_CODE", "permanent-code",
            "GATEHOUSE_ACCESS_API_KEY", "owners-key-0123456789",
            "GATEHOUSE_ACCESS_JWT_SECRET", SECRET,
            "GATEHOUSE_MEDIA_DNA_KEY", SECRET + SECRET,
            "GATEHOUSE_PUBLIC_URL", "https://api.example.org",
            "GATEHOUSE_BLOBS_SHARED", "true"));
  }

  /** A folder belongs to one node unless the owner configures otherwise. */
  @Test
  void rejectsUnsharedBlobFolder() {
    Map<String, String> environment = complete();
    environment.remove("GATEHOUSE_BLOBS_SHARED");
    String message = refusal(environment);
    assertTrue(message.contains("GATEHOUSE_BLOBS_SHARED=true"), message);
    assertFalse(Files.exists(folder.resolve("data")), "nothing was made");
    environment.put("GATEHOUSE_BLOBS_S3_URL", "https://s3.example.org");
    assertDoesNotThrow(() -> SharedSettings.mustBeGiven(read(environment)));
  }

  @Test
  void disablesClusterByDefault() {
    assertFalse(cluster(Map.of()).enabled());
    ClusterSettings given =
        cluster(
            Map.of(
                "GATEHOUSE_CLUSTER_ENABLED", "true",
                "GATEHOUSE_CLUSTER_HOST", "10.0.0.5",
                "GATEHOUSE_CLUSTER_PORT", "5801",
                "GATEHOUSE_CLUSTER_MEMBERS", "10.0.0.5:5801, node-2, [fd00::1]:5801"));
    assertTrue(given.enabled());
    assertEquals(new ClusterSettings.Listening("10.0.0.5", 5801, 0), given.listening());
    assertEquals(List.of("10.0.0.5:5801", "node-2", "[fd00::1]:5801"), given.members());
  }

  @ParameterizedTest
  @CsvSource({
    "CLUSTER_ENABLED, perhaps, cluster.enabled",
    "CLUSTER_PORT, 0, cluster.port",
    "CLUSTER_BUS_PORT, 70000, cluster.busPort",
    "CLUSTER_NAME, a b, cluster.name",
    "CLUSTER_MEMBERS, a:b:c, cluster.members",
    "CLUSTER_TLS_KEY, key.pem, cluster.tlsKey",
    "CLUSTER_HEARTBEAT_TIMEOUT, 30s, cluster.heartbeatTimeout",
    "CLUSTER_HEARTBEAT_TIMEOUT, 10ms, cluster.heartbeatTimeout",
  })
  void namesInvalidSetting(String key, String value, String named) {
    Map<String, String> environment = Map.of("GATEHOUSE_" + key, value);
    String message = assertThrows(SettingsException.class, () -> cluster(environment)).getMessage();
    assertTrue(message.contains(named), message);
  }

  /** Two nodes that generate these secrets separately would have different ones. */
  @ParameterizedTest
  @Words(
      """
      GATEHOUSE_MONGO_URL GATEHOUSE_ACCESS_PERMANENT_CODE GATEHOUSE_ACCESS_API_KEY GATEHOUSE_ACCESS_JWT_SECRET
      GATEHOUSE_MEDIA_DNA_KEY GATEHOUSE_PUBLIC_URL
      """)
  void aNodeThatWouldMakeItsOwnDoesNotStart(String missing) {
    Map<String, String> environment = complete();
    assertDoesNotThrow(() -> SharedSettings.mustBeGiven(read(environment)));
    environment.remove(missing);
    String message = refusal(environment);
    assertTrue(message.contains(" needs " + missing + ", the same on every node"), message);
    assertTrue(message.contains("openssl rand -hex 32"), message);
    assertFalse(Files.exists(folder.resolve("data")), "nothing was made");
  }

  /** Other secrets would make stored sequences unreadable. */
  @Test
  void namesSecretsThatTheNodeHasGenerated() throws Exception {
    Map<String, String> environment = complete();
    environment.remove("GATEHOUSE_MEDIA_DNA_KEY");
    Path key = folder.resolve("data/secrets/dna-key");
    Files.createDirectories(key.getParent());
    Files.writeString(key, "0".repeat(64) + "\n");
    Settings settings = read(environment);
    String message =
        assertThrows(SettingsException.class, () -> SharedSettings.mustBeGiven(settings))
            .getMessage();
    assertTrue(message.contains("has generated " + key), message);
    assertTrue(message.contains("cluster prepare"), message);
    assertFalse(message.contains("openssl"), message);
  }

  /** A mistake must not expose the ports to the internet. */
  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1", "2001:db8::1"})
  void rejectsPublicClusterHost(String host) {
    Map<String, String> environment = complete();
    environment.put("GATEHOUSE_CLUSTER_HOST", host);
    String message = refusal(environment);
    assertTrue(message.startsWith("cluster.host must be"), message);
  }

  @Test
  void requiresCertificates() {
    String message = refusal(complete());
    assertTrue(message.contains("cluster.tlsCertificate"), message);
    assertTrue(message.contains("docs/operate/cluster.md"), message);
  }

  /** Otherwise a firewall, or a partitioned network, would affect only one direction. */
  @Test
  void connectsFromListenAddress() {
    var bus = new BusOptions();
    bus.setHost("127.0.0.9").setConnectTimeout(1_234);
    var client = new NetClientOptions(bus.toJson());
    assertEquals("127.0.0.9", client.getLocalAddress());
    assertEquals(1_234, client.getConnectTimeout());
  }
}
