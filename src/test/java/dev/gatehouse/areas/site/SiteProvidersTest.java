package dev.gatehouse.areas.site;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A whole node whose providers fail and recover. */
class SiteProvidersTest {
  private static final String SECRET = "the-hosts-secret";
  private static final Simulator SIMULATOR = new Simulator();

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("HOSTING_URL", SIMULATOR.url())
          .with("HOSTING_TOKEN", SECRET)
          .with("DEPLOYMENT_IP_URL", SIMULATOR.url() + "/ip");

  @Test
  void listsDeploymentsAgainOnceProviderRecovers() {
    SIMULATOR.says("/v6/deployments", 500, "{\"error\":\"" + SECRET + "\"}");
    Client.Reply failed = get("/hosting/deployments").expect(502);
    assertFalse(failed.text().contains(SECRET), failed.text());
    SIMULATOR.says("/v6/deployments", Simulator.example("hosting/vercel_v6_deployments"));
    NODE.clock.advance(Duration.ofSeconds(30));
    Client.Reply reported = get("/hosting/deployments").expect(200);
    assertEquals(1, reported.json().getJsonArray("deployments").size());
  }

  @Test
  void returnsAddressAgainOnceProviderRecovers() {
    SIMULATOR.says("/ip", "nobody knows");
    get("/deployment/ip").expect(502);
    SIMULATOR.says("/ip", "203.0.113.9");
    NODE.clock.advance(Duration.ofSeconds(30));
    assertEquals("203.0.113.9", get("/deployment/ip").json().getString("ip"));
  }

  private static Client.Reply get(String path) {
    return NODE.owner("GET", path).send();
  }
}
