package dev.gatehouse.cluster;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.gatehouse.Ran;
import dev.gatehouse.TestSettings;
import dev.gatehouse.settings.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The files in {@code conf} for deploying nodes. The paths in them exist, and their settings start
 * a cluster node. The programs that read them are not run here.
 */
class DeploymentFilesTest {
  private static final ObjectMapper YAML = new YAMLMapper();
  private static final Path CONF = Path.of("conf");
  private static final Path DOCKER = CONF.resolve("docker");
  private static final Path SYSTEMD = CONF.resolve("systemd");
  private static final Pattern KEY = Pattern.compile("\\b([a-z]+)\\.([a-z][A-Za-z0-9]*)\\b");

  /** Valid for every setting that needs a secret. */
  private static final String SECRET = "0123456789abcdef".repeat(4);

  @TempDir Path folder;

  private static Settings read(Map<String, String> environment) {
    return TestSettings.of(environment);
  }

  /** Asserts that a cluster node would accept these settings. */
  private static void mustServe(Map<String, String> environment, String host) {
    Settings settings = assertDoesNotThrow(() -> read(environment));
    assertDoesNotThrow(() -> SharedSettings.mustBeGiven(settings));
    ClusterSettings cluster = ClusterSettings.read(settings.section("cluster"));
    assertTrue(cluster.enabled());
    assertEquals(host, cluster.listening().host());
    // Each node finds itself among the members, by the port on which it listens.
    assertTrue(
        cluster.members().contains(host + ":" + cluster.listening().port()),
        cluster.members()::toString);
    assertFalse(settings.section("security").list("trustedProxies").isEmpty());
  }

  @Test
  void configuresClusterNodesInComposeFile() throws IOException {
    JsonNode compose = YAML.readTree(DOCKER.resolve("two-nodes.yaml").toFile());
    Map<String, String> shared = settings(compose.path("x-settings"));
    List<String> nodes = new ArrayList<>();
    compose
        .path("services")
        .properties()
        .forEach(service -> {
          JsonNode own = service.getValue().path("environment");
          if (!own.isMissingNode()) {
            nodes.add(service.getKey());
            Map<String, String> all = new HashMap<>(shared);
            all.putAll(settings(own));
            mustServe(all, service.getKey());
            mustFitTheImage(compose.path("x-node"), service.getValue(), compose);
          }
          mustReferToServices(service.getValue(), compose);
        });
    assertEquals(List.of("n1", "n2"), nodes);
    mustReferToServices(compose.path("x-node"), compose);
    String objects = shared.get("GATEHOUSE_BLOBS_S3_URL").replaceAll("http://([^:]+):.*", "$1");
    assertTrue(compose.path("services").has(objects), objects);
  }

  @Test
  void configuresOneNodeInComposeFile() throws IOException {
    JsonNode compose = YAML.readTree(DOCKER.resolve("compose.yaml").toFile());
    JsonNode node = compose.path("services").path("gatehouse");
    assertDoesNotThrow(() -> read(settings(node.path("environment"))));
    mustFitTheImage(node, node, compose);
  }

  /** HAProxy's two configurations must differ only in the addresses and their resolution. */
  @Test
  void balancesContainersLikeOtherNodes() throws IOException {
    assertEquals(rules(CONF.resolve("haproxy.cfg")), rules(DOCKER.resolve("haproxy.cfg")));
  }

  private static List<String> rules(Path file) throws IOException {
    String text = Files.readString(file).replaceAll("(?m)^resolvers .*\n(  .*\n)+", "");
    return text.lines()
        .map(line -> line.replaceAll("^  bind (127.0.0.1)?:", "  bind :"))
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .filter(line -> !line.startsWith("  server n"))
        .toList();
  }

  private static Map<String, String> settings(JsonNode environment) {
    Map<String, String> settings = new HashMap<>();
    environment.properties().stream()
        .filter(setting -> setting.getKey().startsWith("GATEHOUSE_"))
        .forEach(setting -> settings.put(setting.getKey(), filled(setting.getValue().asText())));
    return settings;
  }

  /** Asserts that everything which the image of a release writes is in a volume of its user. */
  private static void mustFitTheImage(JsonNode common, JsonNode service, JsonNode compose) {
    assertTrue(common.path("read_only").asBoolean());
    String build = assertDoesNotThrow(() -> Files.readString(Path.of("src/packages/image/build")));
    String version = assertDoesNotThrow(() -> Files.readString(Path.of("pom.xml")));
    String image = common.path("image").asText();
    assertTrue(version.contains("<version>" + image.replace("gatehouse:", "") + "<"), image);
    Set<String> written = new HashSet<>();
    service
        .path("volumes")
        .forEach(volume -> {
          String[] ends = volume.asText().split(":");
          if (!ends[0].startsWith("./")) {
            assertTrue(compose.path("volumes").has(ends[0]), ends[0]);
            written.add(ends[1]);
          }
        });
    Matcher volumes = Pattern.compile("\"Volumes\":\\{(.*)}},?\n").matcher(build);
    assertTrue(volumes.find());
    assertEquals(Set.of(volumes.group(1).replaceAll("[\"{}]|:\\{}", "").split("[:,]+")), written);
  }

  private static void mustReferToServices(JsonNode service, JsonNode compose) {
    JsonNode others = service.path("depends_on");
    others.fieldNames().forEachRemaining(name -> assertTrue(compose.path("services").has(name)));
    if (others.isArray()) {
      others.forEach(name -> assertTrue(compose.path("services").has(name.asText())));
    }
  }

  /** Returns the value with the variables of {@code .env} replaced. */
  private static String filled(String value) {
    return value.replaceAll("\\$\\{[A-Z0-9]+:\\?}", SECRET);
  }

  @Test
  void configuresClusterNodeInSystemdUnit() throws IOException {
    String unit = Files.readString(SYSTEMD.resolve("gatehouse@.service"));
    assertTrue(unit.contains("WorkingDirectory=/opt/gatehouse\n"));
    assertTrue(unit.contains("ExecStart=/opt/gatehouse/scripts/run\n"));
    Map<String, String> environment =
        variables(Files.readString(SYSTEMD.resolve("gatehouse-cluster.env")));
    environment.putAll(variables(unit.replace("Environment=", "")));
    for (String name : Set.copyOf(environment.keySet())) {
      if (name.endsWith("_FILE")) {
        Path file = Files.writeString(folder.resolve(name), SECRET);
        environment.put(name, file.toString());
      }
    }
    mustServe(environment, "10.0.0.11");
    assertTrue(unit.contains("ProtectSystem=strict\n"));
    assertTrue(unit.contains("Type=notify\n"));
    Matcher writable = Pattern.compile("(?m)^ReadWritePaths=-(\\S+)$").matcher(unit);
    assertTrue(writable.find());
    assertTrue(Path.of(environment.get("GATEHOUSE_BLOBS_DIR")).startsWith(writable.group(1)));
  }

  /** A secret in /etc/gatehouse/credentials reaches the settings of the service. */
  @Test
  void readsSecretsOfSystemdInDebianPackage() throws Exception {
    String unit = Files.readString(Path.of("src/packages/deb/gatehouse.service"));
    assertTrue(unit.contains("\nLoadCredential=gatehouse:/etc/gatehouse/credentials\n"));
    Path secret = folder.resolve("gatehouse_GATEHOUSE_ACCESS_API_KEY");
    Files.writeString(secret, SECRET);
    // The function replaces the program: the file continues as another user if root reads it.
    Ran shell =
        Ran.of(
            "id() { echo 1; }; program=none; export CREDENTIALS_DIRECTORY="
                + folder
                + "; . src/packages/deb/system; env | grep ^GATEHOUSE_ACCESS_");
    assertEquals("GATEHOUSE_ACCESS_API_KEY_FILE=" + secret, shell.output().strip());
    assertEquals(SECRET, read(variables(shell.output())).access().apiKey());
  }

  private static Map<String, String> variables(String text) {
    return text.lines()
        .filter(line -> line.startsWith("GATEHOUSE_"))
        .map(line -> line.split("=", 2))
        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
  }

  /** A quiet event stream gets a heartbeat three times before a proxy would end it. */
  @ParameterizedTest
  @CsvSource({
    "haproxy.cfg, timeout client",
    "haproxy.cfg, timeout server",
    "nginx.conf, proxy_read_timeout",
    "nginx.conf, proxy_send_timeout"
  })
  void keepsQuietEventStreamsOpen(String file, String timeout) throws IOException {
    Duration heartbeat = read(Map.of()).http().heartbeat();
    Matcher line =
        Pattern.compile("(?m)^ +" + timeout + " (\\d+)s;?$")
            .matcher(Files.readString(CONF.resolve(file)));
    assertTrue(line.find());
    Duration limit = Duration.ofSeconds(Long.parseLong(line.group(1)));
    assertTrue(heartbeat.multipliedBy(3).compareTo(limit) < 0, heartbeat + " and " + limit);
  }

  /** Setting names in comments of the files beside the settings must exist. */
  @Test
  void mentionsOnlyExistingSettings() throws IOException {
    JsonNode known = YAML.readTree(CONF.resolve("gatehouse.yaml").toFile());
    Set<String> found = new HashSet<>();
    List<Path> files;
    try (Stream<Path> all = Files.walk(CONF)) {
      files =
          all.filter(Files::isRegularFile)
              .filter(file -> !file.endsWith("bait-paths.txt") && !file.endsWith("gatehouse.yaml"))
              .toList();
    }
    for (Path file : files) {
      String words =
          Files.readString(file)
              .lines()
              .filter(line -> line.strip().startsWith("#"))
              .collect(Collectors.joining("\n"));
      for (Matcher key = KEY.matcher(words); key.find(); ) {
        if (known.path(key.group(1)).isObject()) {
          found.add(key.group());
          assertTrue(
              known.path(key.group(1)).has(key.group(2)), () -> file + " names " + key.group());
        }
      }
    }
    assertTrue(
        found.containsAll(Set.of("security.trustedProxies", "management.host", "drain.delay")),
        found::toString);
  }
}
