package dev.gatehouse.areas.site.hosting;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestClock;
import dev.gatehouse.TestProviders;
import dev.gatehouse.TestSettings;
import dev.gatehouse.Unchecked;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.site.Simulator;
import dev.gatehouse.areas.site.hosting.HostingOperations.HostingProject;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.settings.SettingsException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Four providers on loopback with their published replies, and failures of one of them. */
@Tag("slow")
class HostingProjectTest {
  private static final String SECRET = "very-secret-";
  private static final Duration PATIENCE = Duration.ofSeconds(6);
  private static final List<String> NAMES = List.of("koyeb", "netlify", "render", "vercel");
  private static final Map<String, String> PATHS =
      Map.of(
          "vercel", "/v6/deployments",
          "netlify", "/api/v1/sites/s-1/deploys",
          "koyeb", "/v1/deployments",
          "render", "/v1/services/srv-1/deploys");
  private static final Map<String, String> EXAMPLES =
      Map.of(
          "vercel", "hosting/vercel_v6_deployments",
          "netlify", "hosting/netlify_site_deploys",
          "koyeb", "hosting/koyeb_deployments",
          "render", "hosting/render_deploys");

  private final TestClock clock = new TestClock();
  @AutoClose private final TestProviders providers = new TestProviders(clock);
  @AutoClose private final Simulator simulator = new Simulator();
  private HostingOperations hosting;

  @BeforeEach
  void start() {
    NAMES.forEach(this::works);
    var projects = HostingProject.all(providers.all(), settings(four()), PATIENCE);
    hosting = new HostingOperations(projects, List::of, clock);
  }

  private void works(String provider) {
    simulator.says(PATHS.get(provider), Simulator.example(EXAMPLES.get(provider)));
  }

  private Map<String, String> four() {
    Map<String, String> set = new HashMap<>();
    set.put("PROVIDER", String.join(",", NAMES));
    NAMES.forEach(name -> {
      String prefix = name.toUpperCase(java.util.Locale.ROOT);
      set.put(prefix + "_URL", simulator.url() + "/");
      set.put(prefix + "_TOKEN", SECRET + name);
    });
    set.put("NETLIFY_PROJECT", "s-1");
    set.put("RENDER_PROJECT", "srv-1");
    set.put("VERCEL_TEAM", "team_1");
    return set;
  }

  private static HostingSettings settings(Map<String, String> set) {
    return HostingSettings.read(TestSettings.of("HOSTING_", set).section("hosting"));
  }

  private JsonObject list() {
    String name = "site.listDeployments";
    Call call = Call.message(name, Origin.ownTask("t", "t"), Duration.ofSeconds(9), null);
    return Unchecked.get(() -> hosting.operations().get(name).handle(call).json().toJsonObject());
  }

  @Test
  void listsDeploymentsOfAllProvidersInOneForm() {
    JsonObject listing = list();
    assertEquals(new JsonArray(), listing.getJsonArray("errors"), listing.encode());
    Map<String, JsonObject> byProvider = new HashMap<>();
    for (Object each : listing.getJsonArray("deployments")) {
      byProvider.put(((JsonObject) each).getString("provider"), (JsonObject) each);
    }
    var vercel =
        """
        {"id": "dpl_T6TMVZgR", "provider": "vercel", "project": "prj_s4L", "name": "my-app", "environment": "production",
         "status": "ready", "url": "https://my-app-T6TMVZgR.vercel.app", "createdAt": "2024-01-05T14:00:00.000Z"}
        """;
    assertEquals(new JsonObject(vercel), byProvider.get("vercel"));
    var netlify =
        """
        {"id": "65980a0e0000000000000001", "provider": "netlify", "project": "s-1", "name": "my-site", "environment": "production",
         "status": "ready", "url": "https://65980a0e--my-site.netlify.app", "createdAt": "2024-01-05T14:00:00.000Z"}
        """;
    assertEquals(new JsonObject(netlify), byProvider.get("netlify"));
    assertEquals("ready svc-1", words(byProvider.get("koyeb")));
    assertEquals("ready srv-1", words(byProvider.get("render")));
    assertTrue(
        simulator.asked().stream()
            .anyMatch(asked -> asked.target().equals("/v6/deployments?limit=20&teamId=team_1")),
        simulator.asked()::toString);
    NAMES.forEach(name ->
        assertTrue(
            simulator.asked().stream()
                .anyMatch(asked ->
                    asked.target().startsWith(PATHS.get(name))
                        && ("Bearer " + SECRET + name).equals(asked.authorization()))));
  }

  private static String words(JsonObject deployment) {
    return deployment.getString("status") + ' ' + deployment.getString("project");
  }

  @ParameterizedTest
  @CsvSource({
    "500, {}, failed", "401, {}, failed",
    "404, {}, failed", "302, {}, failed",
    "429, {}, is rate limited", "200, <html>, failed",
    "200, {}, failed", "200, 'null', failed",
    "200, '[{\"deployments\":7}]', failed", "200, '[1, 2]', failed",
  })
  void namesFailedProviderAndListsTheOthers(int status, String body, String error) {
    // Each row makes another provider fail.
    String name = NAMES.get((status + body.length()) % NAMES.size());
    simulator.says(PATHS.get(name), status, body);
    JsonObject listing = list();
    assertEquals(3, listing.getJsonArray("deployments").size(), listing.encode());
    assertEquals(1, listing.getJsonArray("errors").size(), listing.encode());
    JsonObject trouble = listing.getJsonArray("errors").getJsonObject(0);
    assertEquals(name, trouble.getString("provider"));
    assertTrue(trouble.getString("error").contains(error), trouble.encode());
    assertFalse(listing.encode().contains(SECRET));
  }

  @Test
  void listsOtherProvidersWhenOneHangs() {
    simulator.hangs(PATHS.get("render"));
    JsonObject listing = list();
    assertEquals(3, listing.getJsonArray("deployments").size(), listing.encode());
    assertEquals(
        "hosting-render took too long",
        listing.getJsonArray("errors").getJsonObject(0).getString("error"));
  }

  @Test
  void returnsLastKnownDeploymentsWithError() throws Exception {
    assertEquals(4, list().getJsonArray("deployments").size());
    simulator.says(PATHS.get("vercel"), 500, "{}");
    clock.advance(Duration.ofHours(1));
    Waiting.until(() -> list().getJsonArray("errors").size() == 1);
    JsonObject listing = list();
    assertEquals(4, listing.getJsonArray("deployments").size(), listing.encode());
    JsonObject trouble = listing.getJsonArray("errors").getJsonObject(0);
    assertEquals("vercel", trouble.getString("provider"));
    assertTrue(trouble.getString("error").startsWith("hosting-vercel "), trouble.encode());
    assertEquals(true, listing.getBoolean("stale"));
  }

  @Test
  void returns502WhenAllProvidersFail() {
    NAMES.forEach(name -> simulator.says(PATHS.get(name), 500, "{}"));
    assertEquals(502, assertThrows(ApiException.class, this::list).failure().status());
  }

  @Test
  void cachesDeployments() {
    list();
    list();
    assertEquals(4, simulator.asked().size());
  }

  @Test
  void toleratesMalformedDeployments() {
    simulator.says(
        PATHS.get("vercel"),
        """
        {"deployments": [
          7, {}, {"uid": ["x"]},
          {"uid": "a", "url": "x y", "created": 1e300, "readyState": {}, "name": 5},
          {"uid": "b", "url": "javascript:alert(1)", "created": "yesterday", "state": "NEW WORD"},
          {"uid": "c", "url": "user@evil.example", "created": -99999999999999, "state": "ERROR"}]}
        """);
    JsonArray deployments = list().getJsonArray("deployments");
    assertEquals(6, deployments.size(), deployments.encode());
    for (Object each : deployments) {
      JsonObject deployment = (JsonObject) each;
      if (deployment.getString("provider").equals("vercel")) {
        assertEquals(null, deployment.getString("url"), deployment.encode());
        assertEquals(null, deployment.getString("createdAt"), deployment.encode());
        boolean failed = deployment.getString("id").equals("c");
        assertEquals(failed ? "failed" : "unknown", deployment.getString("status"));
      }
    }
  }

  /** Netlify reports a canceled build as an error. */
  @ParameterizedTest
  @CsvSource({
    "Canceled build due to no content change, canceled",
    "Canceled build, canceled",
    "Skipped, canceled",
    "Build script returned non-zero exit code: 2, failed",
  })
  void distinguishesCanceledFromFailedBuilds(String reason, String status) {
    JsonObject failed = JsonObject.of("id", "1", "state", "error", "error_message", reason);
    simulator.says(PATHS.get("netlify"), JsonArray.of(failed).encode());
    assertEquals(
        List.of(status),
        list().getJsonArray("deployments").stream()
            .map(JsonObject.class::cast)
            .filter(each -> each.getString("provider").equals("netlify"))
            .map(each -> each.getString("status"))
            .toList());
  }

  @Test
  void returns503WithoutToken() {
    assertEquals(List.of(), settings(Map.of()).accounts());
    hosting = new HostingOperations(List.of(), List::of, clock);
    ApiException failure = assertThrows(ApiException.class, this::list);
    assertEquals(503, failure.failure().status());
    assertEquals(
        "hosting is not configured: set GATEHOUSE_HOSTING_TOKEN", failure.failure().message());
  }

  @Test
  void readsShortSettingsForSingleProvider() {
    HostingSettings.Account account =
        settings(Map.of("PROVIDER", "netlify", "TOKEN", "t", "PROJECT", "a, b"))
            .accounts()
            .getFirst();
    assertEquals(
        new HostingSettings.Account(
            "netlify", "https://api.netlify.com", "t", List.of("a", "b"), ""),
        account);
  }

  @ParameterizedTest
  @CsvSource({
    "azure, TOKEN, t, hosting.provider",
    "'vercel,koyeb', TOKEN, t, hosting.token",
    "netlify, TOKEN, t, hosting.netlifyProject",
    "vercel, URL, ftp://x, hosting.url",
  })
  void rejectsInvalidSettings(String provider, String key, String value, String named) {
    SettingsException refused =
        assertThrows(
            SettingsException.class, () -> settings(Map.of("PROVIDER", provider, key, value)));
    assertTrue(refused.getMessage().contains(named), refused.getMessage());
  }
}
