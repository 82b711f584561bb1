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
          .with("DEPLOYMENT_IP=203.0.113.80 DEPLOYMENT_STALE_AFTER=1h")
          .with("DEPLOYMENT_MAX_SERVICES", Integer.toString(MAX));

  private static String visitor;

  @BeforeAll
  static void connect() {
    String code = NODE.dailyCode();
    visitor = NODE.token(code);
  }

  @AfterEach
  void clear() {
    services()
        .forEach(each -> NODE.owner("DELETE", SERVICES + "/" + each.getString("name")).send());
  }

  @Test
  void returnsConfiguredAddress() {
    assertEquals("203.0.113.80", NODE.owner("GET", "/deployment/ip").send().json().getString("ip"));
  }

  @ParameterizedTest
  @CsvSource({
    "203.0.113.7, 203.0.113.7",
    "2001:DB8:0:0:0:0:0:7, 2001:db8::7",
    "::ffff:203.0.113.7, 203.0.113.7",
  })
  void registersCanonicalAddress(String given, String ip) {
    Client.Reply reply = register("bot", given).expect(200);
    assertEquals(ip, reply.json().getString("ip"));
    assertEquals("bot", reply.json().getString("service"));
    JsonObject service = services().getFirst();
    assertEquals(ip, service.getString("ip"));
    assertFalse(service.getBoolean("stale"));
  }

  @Test
  void keepsPortVersionAndUrl() {
    JsonObject body = JsonObject.of("service", "wiki", "ip", "203.0.113.9", "port", 8080);
    body.put("version", "1.2.3").put("url", "https://wiki.example.org/a b");
    NODE.owner("POST", REGISTER).json(body).expect(200);
    JsonObject service = services().getFirst();
    assertEquals(8080, service.getInteger("port"));
    assertEquals("1.2.3", service.getString("version"));
    assertEquals("https://wiki.example.org/a%20b", service.getString("url"));
    body.put("url", "javascript:alert(1)");
    NODE.owner("POST", REGISTER).json(body).expect(400);
  }

  @Test
  void listsOwnDeployments() {
    NODE.owner("GET", "/hosting/deployments").expect(503);
    JsonObject report = JsonObject.of("project", "site", "state", "building", "commit", "6dcb09b");
    NODE.owner("POST", "/hosting/deployments").json(report).expect(201);
    report.put("state", "ready").put("url", "https://www.example.org/");
    NODE.owner("POST", "/hosting/deployments").json(report).expect(201);
    List<JsonObject> list = deployments();
    assertEquals(1, list.size(), list::toString);
    JsonObject shown = JsonObject.of("status", "ready", "provider", "own", "commit", "6dcb09b");
    shown.put("url", "https://www.example.org/");
    assertEquals(list.getFirst().copy().mergeIn(shown), list.getFirst());
    for (int i = 0; i < 25; i++) {
      report.put("commit", "c" + i);
      NODE.owner("POST", "/hosting/deployments").json(report).expect(201);
    }
    assertEquals(20, deployments().size());
  }

  private static List<JsonObject> deployments() {
    return NODE.owner("GET", "/hosting/deployments").send().list("deployments");
  }

  /** Uses the full IPv6 address, although rate limits and bans apply to the IPv6 network. */
  @ParameterizedTest
  @CsvSource({"198.51.100.9, 198.51.100.9", "2001:db8:7::9, 2001:db8:7::9"})
  void registersCallerAddressByDefault(String from, String ip) {
    JsonObject body = JsonObject.of("service", "home");
    Client.Reply home = NODE.owner("POST", REGISTER).from(from).json(body).send();
    assertEquals(ip, home.json().getString("ip"));
  }

  @ParameterizedTest
  @CsvSource({
    "bot, nowhere.example, ip", "bot, 1.2.3, ip", "bot, 999.1.1.1, ip",
    "bot, 203.0.113.7:80, ip", "bot, [2001:db8::1], ip", "bot, fe80::1%eth0, ip",
    "bot, ' 203.0.113.7', ip",
  })
  void namesInvalidField(String service, String ip, String field) {
    Client.Reply refused = register(service, ip).expect(400);
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
    visits("bot", "203.0.113.66").expect(403);
    assertEquals("203.0.113.7", services().getFirst().getString("ip"));
    List<Integer> statuses =
        IntStream.range(0, MAX).mapToObj(i -> visits("guest" + i, "203.0.113.8").status()).toList();
    assertEquals(List.of(200, 200, 409, 409, 409, 409), statuses);
    visits("guest0", "203.0.113.9").expect(200);
    register("guest0", "203.0.113.10").expect(200);
    visits("guest0", "203.0.113.9").expect(403);
    for (int i = services().size(); i < MAX; i++) {
      register("own" + i, "203.0.113.7").expect(200);
    }
    register("one-more", "203.0.113.7").expect(409);
    assertEquals(MAX, services().size());
  }

  @Test
  void deletesServiceOnce() {
    register("bot", "203.0.113.7");
    NODE.owner("DELETE", SERVICES + "/bot").expect(200);
    NODE.owner("DELETE", SERVICES + "/bot").expect(404);
  }

  private static Client.Reply register(String service, String ip) {
    return NODE.owner("POST", REGISTER).json(JsonObject.of("service", service, "ip", ip)).send();
  }

  private static Client.Reply visits(String service, String ip) {
    JsonObject body = JsonObject.of("service", service, "ip", ip);
    return NODE.request("POST", REGISTER).token(visitor).json(body).send();
  }

  private static List<JsonObject> services() {
    return NODE.owner("GET", SERVICES).send().list("services");
  }
}
