package dev.gatehouse.http;

import static dev.gatehouse.http.EveryStatusTest.NODE;
import static dev.gatehouse.http.EveryStatusTest.expect;
import static dev.gatehouse.http.EveryStatusTest.owner;
import static dev.gatehouse.http.EveryStatusTest.visitor;

import dev.gatehouse.Client;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** The statuses of the site's operations, for EveryStatusTest. */
final class SiteStatuses {
  private static final String HYPERLINKS = "/api/proxy/hyperlinks";
  private static final String REDIRECTS = "/api/proxy/redirects";

  private SiteStatuses() {}

  static void provoke() {
    expect("node.statusPage", 200, visitor("GET", "/status"));
    expect("site.stillAlive", 200, visitor("GET", "/api/proxy/still-alive/status"));
    expect("site.deploymentInfo", 200, owner("GET", "/deployment/info"));
    expect("site.deploymentInfoProxy", 200, owner("GET", "/api/proxy/deployment/info"));
    hyperlinks();
    shortUrls();
    services();
    expect("site.securityTxt", 404, visitor("GET", "/.well-known/security.txt"));
    expect("site.indexNow", 200, visitor("GET", "/api/proxy/indexnow"));
    JsonObject urls = new JsonObject().put("urls", new JsonArray().add("https://example.org/"));
    expect("site.submitUrls", 503, owner("POST", "/api/proxy/indexnow").json(urls));
  }

  private static void services() {
    expect("site.serverIp", 200, owner("GET", "/deployment/ip"));
    JsonObject service = new JsonObject().put("service", "a").put("ip", "203.0.113.7");
    expect("site.registerIp", 200, owner("POST", "/deployment/register-ip").json(service));
    expect(
        "site.registerIp",
        409,
        owner("POST", "/deployment/register-ip").json(service.put("service", "b")));
    expect("site.listServices", 200, owner("GET", "/deployment/services"));
    expect("site.deleteService", 200, owner("DELETE", "/deployment/services/a"));
    expect("site.deleteService", 404, owner("DELETE", "/deployment/services/a"));
  }

  private static void hyperlinks() {
    JsonObject link = new JsonObject().put("url", "https://example.org/").put("title", "t");
    Client.Reply made = expect("site.addHyperlink", 201, owner("POST", HYPERLINKS).json(link));
    String one = HYPERLINKS + "/" + made.json().getString("_id");
    String other = HYPERLINKS + "/" + "0".repeat(24);
    expect("site.getHyperlink", 404, visitor("GET", other));
    expect("site.changeHyperlink", 200, owner("PUT", one).json(new JsonObject()));
    expect("site.changeHyperlink", 404, owner("PUT", other).json(new JsonObject()));
    expect("site.deleteHyperlink", 200, owner("DELETE", one));
    expect("site.deleteHyperlink", 404, owner("DELETE", one));
  }

  private static void shortUrls() {
    JsonObject made = new JsonObject().put("key", "a").put("url", "https://example.org/");
    expect("site.addShortUrl", 201, owner("POST", REDIRECTS).json(made));
    expect("site.addShortUrl", 409, owner("POST", REDIRECTS).json(made));
    expect("site.listShortUrls", 200, visitor("GET", REDIRECTS + "/public"));
    expect("site.resolveShortUrl", 200, visitor("GET", REDIRECTS + "/resolve/a"));
    expect("site.followShortUrl", 302, visitor("GET", "/r/a"));
    expect("site.resolveShortUrl", 404, visitor("GET", REDIRECTS + "/resolve/none"));
    expect("site.followShortUrl", 404, visitor("GET", "/r/none"));
    expect("site.deleteShortUrl", 200, owner("DELETE", REDIRECTS + "/a"));
    expect("site.deleteShortUrl", 404, owner("DELETE", REDIRECTS + "/a"));
    String end = NODE.clock.instant().plusSeconds(60).truncatedTo(ChronoUnit.SECONDS).toString();
    expect("site.addShortUrl", 201, owner("POST", REDIRECTS).json(made.put("expiresAt", end)));
    NODE.clock.advance(Duration.ofSeconds(61));
    expect("site.resolveShortUrl", 410, visitor("GET", REDIRECTS + "/resolve/a"));
    expect("site.followShortUrl", 410, visitor("GET", "/r/a"));
    expect("site.deleteShortUrl", 200, owner("DELETE", REDIRECTS + "/a"));
  }
}
