package dev.gatehouse.node.integrations;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.Client;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.UnendingReplies;
import dev.gatehouse.Waiting;
import dev.gatehouse.provider.ProviderRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The owner's operations on settings, integrations and jobs. */
class IntegrationOperationsTest {
  /** No server listens on the port of the code host. */
  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("CODEHOST_URL=http://127.0.0.1:1 CODEHOST_USER=ada")
          .with("CODEHOST_TOKEN", "secret-token-of-the-code-host");

  private static Client.Reply get(String path) {
    return NODE.request("GET", path).token(NODE.token(TestNode.CODE)).send();
  }

  private static JsonObject named(String path, String list, String field, String name) {
    return Samples.one(get(path).expect(200).json().getJsonArray(list), field, name);
  }

  private static JsonObject integration(String name) {
    return named("/api/proxy/node/integrations", "integrations", "name", name);
  }

  @Test
  void reportsSinceWhenAndWhyAProviderFails() {
    assertEquals("off", integration("payments").getString("state"));
    assertFalse(integration("payments").getBoolean("configured"));
    assertTrue(integration("codehost").getBoolean("configured"));
    String before = integration("codehost").getString("state");
    NODE.get("/api/proxy/codehost-stats");
    JsonObject failing = integration("codehost");
    assertEquals("unused", before);
    assertEquals("failing", failing.getString("state"), failing::encode);
    JsonObject latest = failing.getJsonObject("latest");
    assertNotNull(latest.getString("failingSince"));
    assertFalse(latest.getString("error").isBlank());
    assertEquals("codehost.token", failing.getJsonArray("settings").getString(0));
  }

  @Test
  void hidesSecretsAndNamesSources() {
    String path = "/api/proxy/node/settings";
    JsonObject user = named(path, "settings", "key", "codehost.user");
    assertEquals("ada", user.getString("value"));
    assertEquals("GATEHOUSE_CODEHOST_USER", user.getString("source"));
    assertEquals("", user.getString("defaultValue"));
    JsonObject port = named(path, "settings", "key", "http.headTimeout");
    assertEquals("default", port.getString("source"));
    assertEquals("30s", port.getString("defaultValue"));
    assertFalse(port.getString("description").isBlank());
    String all = get(path).text();
    assertFalse(all.contains("secret-token-of-the-code-host"));
    assertFalse(all.contains(TestNode.CODE));
    assertFalse(all.contains(TestNode.KEY));
  }

  @Test
  void runsAJobNow() {
    String jobs = "/api/proxy/node/jobs/";
    Client.Reply ran = NODE.owner("POST", jobs + "commerce.addProductKeys/run").send();
    assertEquals(200, ran.status(), ran.text());
    assertEquals("done", ran.json().getString("outcome"));
    assertTrue(ran.json().getBoolean("success"));
    NODE.owner("POST", jobs + "no.job/run").expect(404, "job_not_found");
  }

  @Test
  void testsTheCredentialOfAProvider() {
    JsonObject off = test("payments").json();
    assertEquals("none", off.getString("result"), off::encode);
    JsonObject failed = test("codehost").json();
    assertFalse(failed.getBoolean("success"));
    assertEquals("problem", failed.getString("result"), failed::encode);
    assertTrue(failed.getString("message").contains("cannot be reached"), failed::encode);
    assertTrue(failed.getString("remedy").contains("codehost.token"), failed::encode);
    assertEquals("integration_not_found", test("nothing").json().getString("code"));
    test("nothing").expect(404);
  }

  @Test
  void checksTheEnvironment() {
    JsonObject seen = NODE.request("POST", "/api/proxy/node/checks").key(TestNode.KEY).answer();
    assertFalse(seen.getBoolean("success"), seen::encode);
    JsonArray findings = seen.getJsonArray("findings");
    JsonObject code = Samples.one(findings, "check", "codehost");
    assertEquals("problem", code.getString("result"), code::encode);
    assertFalse(code.getString("remedy").isEmpty());
    List<String> checks =
        findings.stream().map(finding -> ((JsonObject) finding).getString("check")).toList();
    assertTrue(checks.containsAll(List.of("folders", "disk", "backup", "public")), seen::encode);
    assertFalse(checks.contains("ports"), seen::encode);
    assertFalse(seen.encode().contains("secret-token"), seen::encode);
  }

  private static Client.Reply test(String name) {
    String path = "/api/proxy/node/integrations/" + name + "/test";
    return NODE.owner("POST", path).send();
  }

  @Test
  void reportsTheStoredTraffic() throws Exception {
    NODE.get("/nowhere").expect(404);
    Waiting.until(() -> NODE.metrics().contains("status_code=\"404\""));
    String run = "/api/proxy/node/jobs/node.recordTraffic/run";
    NODE.owner("POST", run).expect(200);
    for (String period : List.of("day", "month")) {
      JsonObject report = get("/api/proxy/node/traffic?period=" + period).json();
      JsonObject total = report.getJsonObject("total");
      assertTrue(total.getInteger("requests") > 0, report::encode);
      assertTrue(total.getInteger("rejected") > 0, report::encode);
      JsonObject slowest = total.getJsonArray("durations").getJsonObject(5);
      assertEquals(10_000, slowest.getInteger("millis"));
      assertEquals(total.getInteger("requests"), slowest.getInteger("requests"), report::encode);
      JsonArray timeline = report.getJsonArray("timeline");
      assertEquals(period.equals("day") ? 24 : 30, timeline.size());
      JsonObject last = timeline.getJsonObject(timeline.size() - 1);
      assertTrue(last.getInteger("requests") > 0, report::encode);
      String route = report.getJsonArray("operations").getJsonObject(0).getString("route");
      assertTrue(route.matches("[A-Z]+ /?.*"), route);
    }
  }

  @Test
  void trialNeedsNotWaitForTheWholeBody() throws Exception {
    try (var provider = new UnendingReplies()) {
      var trial = new ProviderTrial("shop", "shop.url", ProviderRequest.get(provider.url()));
      Duration limit = Duration.ofSeconds(30);
      ProviderTrial.Outcome outcome =
          assertTimeoutPreemptively(limit.multipliedBy(2), () -> trial.run(limit));
      assertEquals(ProviderTrial.Result.OK, outcome.result(), outcome.message());
    }
  }
}
