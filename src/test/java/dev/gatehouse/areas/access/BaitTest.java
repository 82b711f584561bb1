package dev.gatehouse.areas.access;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Words;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Honeypot paths, and the clients to whom these and other offences are attributed. */
class BaitTest {
  private static final String ALIVE = "/api/proxy/still-alive/status";

  @RegisterExtension static final TestNode BEHIND = new TestNode().behindProxy();
  @RegisterExtension static final TestNode DIRECT = new TestNode();

  @ParameterizedTest
  @Words(
      """
      /.env /.git/config /wp-login.php /phpmyadmin/ /actuator/health /backup.sql /id_rsa /.ENV /%2eenv /a/b/.git/HEAD
      /.env?x=1
      """)
  void touchingOneBlocksAtOnce(String path) {
    String address = BEHIND.freshAddress();
    Client client = BEHIND.client();
    Client.Reply reply = client.request("GET", path).from(address).expect(403);
    assertEquals("this address is blocked", reply.error());
    BEHIND.everywhere(one -> assertEquals(403, alive(one, address)));
    client.owner("GET", "/deployment/info").from(address).expect(403);
  }

  @ParameterizedTest
  @CsvSource({
    "cross-site, image, false", "cross-site, script, false", "cross-site, empty, false",
    "cross-site, document, true", "same-origin, image, true", "none, document, true",
  })
  void ignoresHoneypotHitsEmbeddedByOtherSites(String site, String destination, boolean blocks) {
    String address = BEHIND.freshAddress();
    Client client = BEHIND.client();
    client
        .request("GET", "/.env")
        .from(address)
        .header("Sec-Fetch-Site", site)
        .header("Sec-Fetch-Dest", destination)
        .expect(blocks ? 403 : 404);
    BEHIND.everywhere(one -> assertEquals(blocks ? 403 : 200, alive(one, address)));
  }

  @Test
  void bansRightmostNonProxyAddress() {
    Client client = BEHIND.client();
    String guilty = BEHIND.freshAddress();
    String spoofed = BEHIND.freshAddress();
    client.request("GET", "/.env").from(spoofed + ", " + guilty + ", 127.0.0.2").send();
    BEHIND.everywhere(one -> assertEquals(403, alive(one, guilty)));
    assertEquals(200, alive(client, spoofed));
    assertEquals(200, client.get(ALIVE).status(), "the proxy itself has done nothing");
    client.request("GET", ALIVE).header("Forwarded", "for=192.0.2.1, for=" + guilty).expect(403);
  }

  private static int alive(Client client, String address) {
    return client.request("GET", ALIVE).from(address).send().status();
  }

  /** A missing trusted-proxies setting must not block all clients. */
  @Test
  void neverBansAForwardingPrivatePeer() {
    Client client = DIRECT.client();
    for (int i = 0; i < 15; i++) {
      Client.Request guess = client.request("GET", "/deployment/info").key("wrong-key-0123456789");
      assertEquals("the credential is wrong", guess.from("203.0.113." + i).send().error());
    }
    client.request("GET", "/.env").from("203.0.113.1").expect(404);
    client.request("GET", ALIVE).from("203.0.113.1").expect(200);
    client.get(ALIVE).expect(200);
  }

  /** With the limit enabled, changing the header does not grant a new allowance. */
  @Test
  void limitsSpoofedAddressesTogether() throws Exception {
    TestNode limited = new TestNode().with("LIMITS_DEFAULT_PER_MINUTE", "5");
    limited.beforeAll(null);
    try {
      Client client = limited.client();
      List<Integer> statuses = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        statuses.add(client.request("GET", ALIVE).from("203.0.113." + i).send().status());
      }
      assertEquals(List.of(200, 200, 200, 200, 200, 429, 429, 429), statuses);
    } finally {
      limited.afterAll(null);
    }
  }

  @Test
  void ignoresCallerChosenNamesAsHoneypots() {
    String address = BEHIND.freshAddress();
    Client client = BEHIND.client();
    for (String path : List.of("/audio/wp-login.wav", "/openapi.json", "/swagger")) {
      Client.Reply reply = client.request("GET", path).from(address).send();
      assertNotEquals(403, reply.status(), path);
      assertTrue(reply.status() < 500);
    }
  }
}
