package dev.gatehouse.areas.site.deployment;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Service addresses over HTTP. */
class ServicesTest {
  private static final String REGISTER = "/deployment/register-ip";
  private static final String SERVICES = "/deployment/services";
  private static final int MAX = 6;

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .behindProxy()
          .with("DEPLOYMENT_IP", "203.0.113.80")
          .with("DEPLOYMENT_STALE_AFTER", "1h")
          .with("DEPLOYMENT_MAX_SERVICES", Integer.toString(MAX));

  private static Client client;
  private static String visitor;

  @BeforeAll
  static void connect() {
    client = NODE.client();
    String code = owner("GET", "/api/proxy/daily-code/current").send().json().getString("code");
    visitor = client.token(code);
  }

  @AfterEach
  void clear() {
    services().forEach(each -> owner("DELETE", SERVICES + "/" + each.getString("name")).send());
  }

  @Test
  void returnsConfiguredAddress() {
    assertEquals("203.0.113.80", owner("GET", "/deployment/ip").send().json().getString("ip"));
  }

  @ParameterizedTest
  @CsvSource({
    "203.0.113.7, 203.0.113.7",
    "2001:DB8:0:0:0:0:0:7, 2001:db8::7",
    "::ffff:203.0.113.7, 203.0.113.7",
  })
  void registersCanonicalAddress(String given, String ip) {
    Client.Reply reply = register("bot", given);
    assertEquals(200, reply.status(), reply.text());
    assertEquals(ip, reply.json().getString("ip"));
    assertEquals("bot", reply.json().getString("service"));
    JsonObject service = services().getFirst();
    assertEquals(ip, service.getString("ip"));
    assertFalse(service.getBoolean("stale"));
  }

  @Test
  void keepsPortVersionAndUrl() {
    JsonObject body =
        new JsonObject()
            .put("service", "wiki")
            .put("ip", "203.0.113.9")
            .put("port", 8080)
            .put("version", "1.2.3")
            .put("url", "https://wiki.example.org/a b");
    assertEquals(200, owner("POST", REGISTER).json(body).send().status());
    JsonObject service = services().getFirst();
    assertEquals(8080, service.getInteger("port"));
    assertEquals("1.2.3", service.getString("version"));
    assertEquals("https://wiki.example.org/a%20b", service.getString("url"));
    body.put("url", "javascript:alert(1)");
    assertEquals(400, owner("POST", REGISTER).json(body).send().status());
  }

  @Test
  void listsOwnDeployments() {
    assertEquals(503, owner("GET", "/hosting/deployments").send().status());
    JsonObject report =
        new JsonObject().put("project", "site").put("state", "building").put("commit", "6dcb09b");
    Client.Reply first = owner("POST", "/hosting/deployments").json(report).send();
    assertEquals(201, first.status(), first.text());
    report.put("state", "ready").put("url", "https://www.example.org/");
    assertEquals(201, owner("POST", "/hosting/deployments").json(report).send().status());
    JsonObject list = owner("GET", "/hosting/deployments").send().json();
    assertEquals(1, list.getJsonArray("deployments").size(), list.encode());
    JsonObject shown = list.getJsonArray("deployments").getJsonObject(0);
    assertEquals("ready", shown.getString("status"));
    assertEquals("own", shown.getString("provider"));
    assertEquals("6dcb09b", shown.getString("commit"));
    assertEquals("https://www.example.org/", shown.getString("url"));
    for (int i = 0; i < 25; i++) {
      report.put("commit", "c" + i);
      assertEquals(201, owner("POST", "/hosting/deployments").json(report).send().status());
    }
    assertEquals(
        20, owner("GET", "/hosting/deployments").send().json().getJsonArray("deployments").size());
  }

  /** Uses the full IPv6 address, although rate limits and bans apply to the IPv6 network. */
  @ParameterizedTest
  @CsvSource({"198.51.100.9, 198.51.100.9", "2001:db8:7::9, 2001:db8:7::9"})
  void registersCallerAddressByDefault(String from, String ip) {
    JsonObject body = new JsonObject().put("service", "home");
    assertEquals(ip, owner("POST", REGISTER).from(from).json(body).send().json().getString("ip"));
  }

  @ParameterizedTest
  @CsvSource({
    "bot, nowhere.example, ip",
    "bot, 1.2.3, ip",
    "bot, 999.1.1.1, ip",
    "bot, 203.0.113.7:80, ip",
    "bot, [2001:db8::1], ip",
    "bot, fe80::1%eth0, ip",
    "bot, ' 203.0.113.7', ip",
  })
  void namesInvalidField(String service, String ip, String field) {
    Client.Reply refused = register(service, ip);
    assertEquals(400, refused.status(), refused.text());
    assertTrue(refused.error().startsWith(field), refused.error());
  }

  @Test
  void marksUnrenewedAddressStale() {
    register("bot", "203.0.113.7");
    NODE.clock.advance(Duration.ofMinutes(59));
    assertFalse(services().getFirst().getBoolean("stale"));
    NODE.clock.advance(Duration.ofMinutes(2));
    assertTrue(services().getFirst().getBoolean("stale"));
    register("bot", "203.0.113.7");
    assertFalse(services().getFirst().getBoolean("stale"));
  }

  @Test
  void limitsVisitorsToTheirShareOfServices() {
    register("bot", "203.0.113.7");
    assertEquals(403, visits("bot", "203.0.113.66").status());
    assertEquals("203.0.113.7", services().getFirst().getString("ip"));
    List<Integer> statuses =
        IntStream.range(0, MAX).mapToObj(i -> visits("guest" + i, "203.0.113.8").status()).toList();
    assertEquals(List.of(200, 200, 409, 409, 409, 409), statuses);
    assertEquals(200, visits("guest0", "203.0.113.9").status());
    assertEquals(200, register("guest0", "203.0.113.10").status());
    assertEquals(403, visits("guest0", "203.0.113.9").status());
    for (int i = services().size(); i < MAX; i++) {
      assertEquals(200, register("own" + i, "203.0.113.7").status());
    }
    assertEquals(409, register("one-more", "203.0.113.7").status());
    assertEquals(MAX, services().size());
  }

  @Test
  void deletesServiceOnce() {
    register("bot", "203.0.113.7");
    assertEquals(200, owner("DELETE", SERVICES + "/bot").send().status());
    assertEquals(404, owner("DELETE", SERVICES + "/bot").send().status());
  }

  private static Client.Request owner(String method, String path) {
    return client.request(method, path).key(TestNode.KEY);
  }

  private static Client.Reply register(String service, String ip) {
    return owner("POST", REGISTER)
        .json(new JsonObject().put("service", service).put("ip", ip))
        .send();
  }

  private static Client.Reply visits(String service, String ip) {
    return client
        .request("POST", REGISTER)
        .token(visitor)
        .json(new JsonObject().put("service", service).put("ip", ip))
        .send();
  }

  private static List<JsonObject> services() {
    return owner("GET", SERVICES).send().json().getJsonArray("services").stream()
        .map(JsonObject.class::cast)
        .toList();
  }
}
