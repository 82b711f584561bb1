package dev.gatehouse.settings;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.gatehouse.TestSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Reading conf/gatehouse.yaml, the owner's file and the environment into records or clear errors,
 * the descriptions of all settings, and the risks that a node warns of.
 */
class SettingsReaderTest {
  private static final Path SHIPPED = Path.of("conf/gatehouse.yaml");
  private static final Settings DEFAULTS = read(Path.of("target/no-such-file.yaml"), Map.of());

  @TempDir Path folder;

  private static Settings read(Path file, Map<String, String> environment) {
    return new SettingsReader(environment).read(file);
  }

  private static String refusal(Path file, Map<String, String> environment) {
    return assertThrows(SettingsException.class, () -> read(file, environment)).getMessage();
  }

  private Path yaml(String text) throws IOException {
    return Files.writeString(folder.resolve("own.yaml"), text);
  }

  private Path none() {
    return folder.resolve("none.yaml");
  }

  static Stream<Arguments> keys() throws IOException {
    return leaves("", new YAMLMapper().readTree(SHIPPED.toFile()));
  }

  private static Stream<Arguments> leaves(String prefix, JsonNode node) {
    return node.propertyStream()
        .flatMap(entry ->
            entry.getValue().isObject()
                ? leaves(prefix + entry.getKey() + ".", entry.getValue())
                : Stream.of(Arguments.of(prefix + entry.getKey(), entry.getValue().asText())));
  }

  /**
   * Every key can be set by its environment variable. Setting its default there changes nothing.
   */
  @ParameterizedTest
  @MethodSource("keys")
  void readsEveryKeyFromEnvironment(String key, String value) throws IOException {
    assertEquals(DEFAULTS, read(none(), Map.of(variable(key), value)));
    if (value.isEmpty()) {
      return;
    }
    Path secret = Files.writeString(folder.resolve("value"), value + "\n");
    assertEquals(DEFAULTS, read(none(), Map.of(variable(key) + "_FILE", secret.toString())));
  }

  /** Derives the variable name independently of the reader. */
  private static String variable(String key) {
    StringBuilder name = new StringBuilder("GATEHOUSE_");
    for (char letter : key.toCharArray()) {
      name.append(letter == '.' ? "_" : Character.isUpperCase(letter) ? "_" + letter : letter + "");
    }
    return name.toString().toUpperCase(Locale.ROOT);
  }

  static Stream<Arguments> names() {
    return Stream.of(
        Arguments.of("HTTP_HOST", "0.0.0.0", "0.0.0.0"),
        Arguments.of("HTTP_PORT", "9000", 9000),
        Arguments.of("MANAGEMENT_PORT", "9001", 9001),
        Arguments.of("DATA_DIR", "/srv/gatehouse", Path.of("/srv/gatehouse")),
        Arguments.of("BLOBS_DIR", "/srv/blobs", Path.of("/srv/blobs")),
        Arguments.of("MONGO_URL", "mongodb://db", "mongodb://db"),
        Arguments.of("OWNER_EMAIL", "o@example.org", "o@example.org"),
        Arguments.of("ACCESS_PERMANENT_CODE", "12345678", "12345678"),
        Arguments.of("ACCESS_API_KEY", "1234567890123456", "1234567890123456"),
        Arguments.of("ACCESS_API_KEY_HEADER", "X-Key", "X-Key"),
        Arguments.of("LIMITS_DEFAULT_PER_MINUTE", "0", 0),
        Arguments.of("LIMITS_OPERATOR_PER_MINUTE", "0", 0),
        Arguments.of("PUBLIC_URL", "https://api.example.org/", "https://api.example.org"),
        Arguments.of("PUBLIC_URL", "https://api.example.org", "https://api.example.org"),
        Arguments.of("CONTACT_URL", "https://example.org/contact", "https://example.org/contact"),
        Arguments.of(
            "CORS_ORIGINS",
            "https://a.org, https://b.org",
            List.of("https://a.org", "https://b.org")),
        Arguments.of("SECURITY_TRUSTED_PROXIES", "10.0.0.0/8,,::1", List.of("10.0.0.0/8", "::1")),
        Arguments.of("SECURITY_ALLOW_LIST", "", List.of()),
        Arguments.of("VERTICLES", "http, media", List.of("http", "media")),
        Arguments.of("DRAIN_TIMEOUT", "500ms", Duration.ofMillis(500)),
        Arguments.of("STORE_RESERVE", "64 kb", new Size(65_536)),
        Arguments.of("STORE_FSYNC", "false", false));
  }

  @ParameterizedTest
  @MethodSource("names")
  void mapsFixedVariablesToSettings(String name, String value, Object expected) {
    Settings settings = read(none(), Map.of("GATEHOUSE_" + name, value));
    assertEquals(expected, value(settings, name));
  }

  private static Object value(Settings s, String name) {
    return switch (name) {
      case "HTTP_HOST" -> s.http().host();
      case "HTTP_PORT" -> s.http().port();
      case "MANAGEMENT_PORT" -> s.management().port();
      case "DATA_DIR" -> s.data().dir();
      case "BLOBS_DIR" -> s.blobsDir();
      case "MONGO_URL" -> s.mongo().url();
      case "OWNER_EMAIL" -> s.owner().email();
      case "ACCESS_PERMANENT_CODE" -> s.access().permanentCode();
      case "ACCESS_API_KEY" -> s.access().apiKey();
      case "ACCESS_API_KEY_HEADER" -> s.access().apiKeyHeader();
      case "LIMITS_DEFAULT_PER_MINUTE" -> s.limits().defaultPerMinute();
      case "LIMITS_OPERATOR_PER_MINUTE" -> s.limits().operatorPerMinute();
      case "PUBLIC_URL" -> s.publicAddress().url();
      case "CONTACT_URL" -> s.contact().url();
      case "CORS_ORIGINS" -> s.cors().origins();
      case "SECURITY_TRUSTED_PROXIES" -> s.security().trustedProxies();
      case "SECURITY_ALLOW_LIST" -> s.security().allowList();
      case "VERTICLES" -> s.verticles();
      case "DRAIN_TIMEOUT" -> s.drain().timeout();
      case "STORE_RESERVE" -> s.store().reserve();
      case "STORE_FSYNC" -> s.store().fsync();
      default -> throw new IllegalArgumentException(name);
    };
  }

  @Test
  void prefersEnvironmentOverFileOverDefaults() throws IOException {
    Path own = yaml("http:\n  port: 9000\n  idleTimeout: 5m\nlog: {format: json}\n");
    Settings settings = read(own, Map.of("GATEHOUSE_HTTP_PORT", "9001", "HOME", "/root"));
    assertEquals(9001, settings.http().port());
    assertEquals(Duration.ofMinutes(5), settings.http().idleTimeout());
    assertEquals("json", settings.log().format());
    assertEquals("127.0.0.1", settings.http().host());
  }

  @Test
  void readsYamlLists() throws IOException {
    Path own =
        yaml("cors:\n  origins: [https://a.org, https://b.org]\nverticles:\n  - http\n  - media\n");
    Settings settings = read(own, Map.of());
    assertEquals(List.of("https://a.org", "https://b.org"), settings.cors().origins());
    assertEquals(List.of("http", "media"), settings.verticles());
  }

  @ParameterizedTest
  @CsvSource({"''", "'# nothing set'", "'---'", "'http:'", "'access: {apiKey: }'"})
  void keepsDefaultForEmptyValue(String text) throws IOException {
    assertEquals(read(none(), Map.of()), read(yaml(text), Map.of()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "colour: red                   | unknown setting colour",
        "http: {colour: red}           | unknown setting http.colour",
        "http: {Port: 80}              | unknown setting http.Port",
        "http: 8080                    | http",
        "[1, 2]                        | own.yaml",
        "http                          | own.yaml",
        "'http: {port: {a: 1}}'        | http.port",
        "'http: {port'                 | own.yaml",
        "http: {port: many}            | http.port",
        "http: {port: 70000}           | http.port must be a port",
        "http: {port: -1}              | http.port must be a port",
        "http: {port: 80.5}            | http.port",
        "http: {idleTimeout: 5}        | http.idleTimeout: not a duration: 5",
        "http: {idleTimeout: soon}     | http.idleTimeout: not a duration: soon",
        "http: {idleTimeout: -5s}      | http.idleTimeout: not a duration: -5s",
        "http: {maxBodyBytes: big}     | http.maxBodyBytes: not a size: big",
        "store: {reserve: 9999999999GB}| store.reserve",
        "store: {fsync: perhaps}       | store.fsync",
        "http: {tlsKey: key.pem}       | http.tlsCertificate and http.tlsKey must be set together",
        "public: {url: ftp://x}        | public.url must be an http or https address",
        "access: {permanentCode: short}| access.permanentCode must be 8 or more",
        "access: {apiKey: fifteen letters}| access.apiKey must be 16 or more",
        "'access: {apiKey: \" a blank before it\"}' | access.apiKey must be 16 or more",
        "access: {jwtSecret: tooshort} | access.jwtSecret",
        "'access: {apiKeyHeader: a b}' | access.apiKeyHeader must be a header name",
        "limits: {defaultPerMinute: -1}| limits.defaultPerMinute must be 0 or more",
        "security: {maxAttempts: 0}    | security.maxAttempts must be 1 or more",
        "security: {banLadder: ''}     | security.banLadder must have at least one duration",
        "security: {banLadder: '1h, x'}| security.banLadder",
        "security: {trustedProxies: me}| security.trustedProxies",
        "log: {format: xml}            | log.format must be text or json",
        "log: {level: loud}            | log.level must be error",
      })
  void whatCannotBeUsedIsNamed(String text, String message) throws IOException {
    String refusal = refusal(yaml(text), Map.of());
    assertTrue(refusal.contains(message), refusal);
    assertTrue(refusal.lines().count() == 1 || message.equals("own.yaml"), refusal);
  }

  @ParameterizedTest
  @CsvSource({
    "GATEHOUSE_COLOUR, red, unknown setting GATEHOUSE_COLOUR",
    "GATEHOUSE_HTTP, 80, unknown setting GATEHOUSE_HTTP",
    "GATEHOUSE_HTTPPORT, 80, unknown setting GATEHOUSE_HTTPPORT",
    "GATEHOUSE_COLOUR_FILE, /dev/null, unknown setting GATEHOUSE_COLOUR_FILE",
    "GATEHOUSE_HTTP_PORT, x, http.port",
    "GATEHOUSE_HTTP_PORT, '', http.port",
    "GATEHOUSE_ACCESS_API_KEY_FILE, /nowhere/key, GATEHOUSE_ACCESS_API_KEY_FILE: the file /nowhere/key does not exist",
  })
  void rejectsInvalidEnvironmentValue(String name, String value, String message) {
    String refusal = refusal(none(), Map.of(name, value));
    assertTrue(refusal.contains(message), refusal);
  }

  @Test
  void readsSettingOfExtensionFromFile() throws IOException {
    Path secret = Files.writeString(folder.resolve("token"), "0123456789abcdef\n");
    String variable = "GATEHOUSE_EXTENSIONS_PROBE_API_TOKEN_FILE";
    Settings settings = read(none(), Map.of(variable, secret.toString()));
    assertEquals("0123456789abcdef", settings.extension("probe", "apiToken").orElseThrow());
  }

  @Test
  void omitsSecretFromError() {
    String refusal = refusal(none(), Map.of("GATEHOUSE_ACCESS_PERMANENT_CODE", "hunter2"));
    assertTrue(!refusal.contains("hunter2"), refusal);
  }

  @Test
  void rejectsValueTogetherWithItsFile() throws IOException {
    Path secret = Files.writeString(folder.resolve("key"), "0123456789abcdef");
    String refusal =
        refusal(
            none(),
            Map.of(
                "GATEHOUSE_ACCESS_API_KEY",
                "fedcba9876543210",
                "GATEHOUSE_ACCESS_API_KEY_FILE",
                secret.toString()));
    assertTrue(refusal.contains("GATEHOUSE_ACCESS_API_KEY"), refusal);
  }

  @ParameterizedTest
  @CsvSource({
    "https://app.example.org/, https://app.example.org",
    "https://App.Example.org, https://app.example.org",
    "https://app.example.org:443, https://app.example.org",
    "http://app.example.org:80, http://app.example.org",
    "http://app.example.org:443, http://app.example.org:443",
    "https://bücher.example, https://xn--bcher-kva.example",
    "https://*.example.org, https://*.example.org",
    "http://[::1]:3000, http://[::1]:3000",
    "capacitor://localhost, capacitor://localhost",
    "moz-extension://*, moz-extension://*",
    "chrome-extension://abc/, chrome-extension://abc",
    "null, null",
    "*, *",
  })
  void writesOriginsAsBrowsersSendThem(String text, String origin) {
    assertEquals(origin, Settings.webOrigin("cors.origins", text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "app.example.org", "https://app.example.org/path",
        "https://a.example https://b.example", "https://",
        "https://a.*.example", "https://*",
        "HTTP://*", "https://user@example.org",
      })
  void refusesOtherOriginsAndNamesTheKey(String text) {
    var refused =
        assertThrows(SettingsException.class, () -> Settings.webOrigin("cors.origins", text));
    assertTrue(refused.getMessage().startsWith("cors.origins: "), refused.getMessage());
  }

  @Test
  void describesEverySetting() {
    List<SettingDescription> all = SettingDescription.all();
    Set<String> described = all.stream().map(SettingDescription::key).collect(Collectors.toSet());
    assertEquals(SettingsReader.defaultValues().keySet(), described);
    all.forEach(each -> assertFalse(each.description().isBlank(), each.key()));
  }

  /** The descriptions of secrets name the variable of their file. */
  @Test
  void hidesEverySecret() {
    List<SettingDescription> all = SettingDescription.all();
    String texts = all.stream().map(SettingDescription::description).collect(Collectors.joining());
    all.stream()
        .filter(each -> texts.contains(each.variable() + "_FILE"))
        .forEach(each -> assertTrue(EffectiveSetting.isSecret(each.key()), each.key()));
    for (String key :
        """
        access.permanentCode access.previousPermanentCode access.previousApiKey access.jwtSecret media.dnaKey
        blobs.s3AccessKey blockgame.rconPassword hosting.vercelToken marketplaceA.clientSecret calendar.key
        extensions.weather.pin
        """
            .split("\\s+")) {
      assertTrue(EffectiveSetting.isSecret(key), key);
    }
    for (String key : List.of("http.tlsKey", "storefront.tokenHeader", "extensions.folder")) {
      assertFalse(EffectiveSetting.isSecret(key), key);
    }
  }

  private static List<String> risks(String host, Map<String, String> others) {
    Map<String, String> environment = new HashMap<>(others);
    environment.put("GATEHOUSE_HTTP_HOST", host);
    return RiskySettings.of(TestSettings.of(environment));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "203.0.113.7", "2001:db8::1", "api.example.org"})
  void warnsOfOpenAddressWithoutTls(String host) {
    List<String> risks = risks(host, Map.of());
    assertEquals(1, risks.size());
    assertTrue(risks.getFirst().startsWith("http.host " + host + " accepts"), risks::toString);
    assertEquals(List.of(), risks(host, Map.of("GATEHOUSE_SECURITY_TRUSTED_PROXIES", "10.0.0.1")));
    Map<String, String> tls =
        Map.of("GATEHOUSE_HTTP_TLS_CERTIFICATE", "a.pem", "GATEHOUSE_HTTP_TLS_KEY", "b.pem");
    assertEquals(List.of(), risks(host, tls));
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.0.0.2", "::1", "localhost"})
  void acceptsLoopbackAddressWithoutTls(String host) {
    assertEquals(List.of(), risks(host, Map.of()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"owner", "owner@", "@example.org", "a b@example.org", "a@b@c", "a@b,c@d"})
  void rejectsInvalidAddressOfOwner(String address) {
    Map<String, String> environment = Map.of("GATEHOUSE_OWNER_EMAIL", address);
    String refusal =
        assertThrows(SettingsException.class, () -> TestSettings.of(environment)).getMessage();
    assertTrue(refusal.startsWith("owner.email must be one email address"), refusal);
  }
}
