package dev.gatehouse.provider;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.calendar.google.KeyFile;
import dev.gatehouse.areas.games.players.ProfileService;
import dev.gatehouse.areas.payments.paypal.PayPalApi;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The same odd elements in the lists of every provider, beside a valid element. Lists that inform
 * leave an odd element out and count it. Lists whose sums are money are refused. The table is in
 * {@code src/docs/providers.md}.
 */
@Tag("slow")
class OddElementsTest {
  private static final OddElements PROVIDER = new OddElements();
  private static final String URL = PROVIDER.url();
  private static final String SYNC = "/api/proxy/printshop/sync";

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("CALENDAR_KEY", KeyFile.of(KeyFile.keys()))
          .with(
              """
              TRADING_POSITIONS_URL=URL/broker TRADING_POSITIONS_KEY_ID=id TRADING_POSITIONS_SECRET=secret
              HOSTING_PROVIDER=vercel,netlify,koyeb,render HOSTING_VERCEL_URL=URL/vercel HOSTING_VERCEL_TOKEN=t
              HOSTING_NETLIFY_URL=URL/netlify HOSTING_NETLIFY_TOKEN=t HOSTING_NETLIFY_PROJECT=site
              HOSTING_KOYEB_URL=URL/koyeb HOSTING_KOYEB_TOKEN=t
              HOSTING_RENDER_URL=URL/render HOSTING_RENDER_TOKEN=t HOSTING_RENDER_PROJECT=srv-1
              CODEHOST_URL=URL/code CODEHOST_TOKEN=t
              CALENDAR_PROVIDER=google CALENDAR_URL=URL/calendar CALENDAR_TOKEN_URL=URL/token
              CALENDAR_ID=owner@example.com CALENDAR_USER=owner@example.com
              STOREFRONT_PROVIDER=shopify STOREFRONT_URL=URL/shop STOREFRONT_TOKEN=public-token
              PRINTSHOP_URL=URL/prints PRINTSHOP_TOKEN=t PRINTSHOP_DAILY=false PRINTSHOP_CALLS_PER_MINUTE=10000
              """
                  .replace("=URL/", "=" + URL + "/"));

  private static final JsonArray NONE = new JsonArray();

  private static int day;

  static Stream<Arguments> lists() {
    return OddSource.ALL.stream()
        .flatMap(source ->
            OddElements.of(source.good(), source.key()).stream()
                .map(each -> Arguments.of(source, each)));
  }

  /** Sets the replies of all providers, so that only one of them is odd. */
  private static void reply(OddSource source, String elements) {
    // Everything cached is too old, and a full sync of the print shop is due.
    NODE.clock.set(Instant.parse("2026-01-01T12:00:00Z").plus(Duration.ofDays(8L * day++)));
    PROVIDER.reply("/token", "{\"access_token\":\"a\",\"expires_in\":3600}");
    PROVIDER.reply("/code/user", "{\"login\":\"me\"}");
    PROVIDER.reply("/code/repos/me/r/branches", "[]");
    OddSource.ALL.forEach(
        each -> PROVIDER.reply(each.path(), each.envelope().formatted(each.good())));
    PROVIDER.reply(source.path(), source.envelope().formatted(elements));
  }

  /** The background job resumes an interrupted sync. A request must wait for its end. */
  private static Client.Reply ask(OddSource source) throws Exception {
    var last = new AtomicReference<Client.Reply>();
    Waiting.until(() -> {
      last.set(send(source));
      return last.get().status() != 409;
    });
    return last.get();
  }

  private static Client.Reply send(OddSource source) {
    String[] call = source.call();
    Client.Request request = NODE.request(call[0], call[1]).key(TestNode.KEY);
    return call[1].endsWith("slots")
        ? request.json(JsonObject.of("date", slotDay(), "duration", 60)).send()
        : request.send();
  }

  private static String slotDay() {
    return NODE.clock.instant().plus(Duration.ofDays(2)).toString().substring(0, 10);
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("lists")
  void appliesTheRuleOfTheList(OddSource source, String odd) throws Exception {
    reply(source, odd + "," + source.good());
    Client.Reply reply = ask(source);
    if (source.rule() == OddSource.Rule.REFUSED) {
      assertEquals(502, reply.status(), reply.text());
      assertEquals("provider_reply_invalid", reply.json().getString("code"));
      assertTrue(reply.error().contains("[0]"), reply.error());
    } else if (source.rule() == OddSource.Rule.NAMED) {
      assertEquals(200, reply.status(), reply.text());
      Client.Reply progress = NODE.request("GET", SYNC).key(TestNode.KEY).send();
      String problem = progress.json().getJsonObject("data").getString("problem");
      assertTrue(problem.contains("is left out: "), problem);
    } else {
      assertEquals(200, reply.status(), reply.text());
      assertEquals(1, reply.json().getInteger("unreadable"), reply.text());
      assertEquals(false, reply.json().getBoolean("stale"));
    }
  }

  /** NaN is not JSON, so no element of the reply can be trusted. */
  @Test
  void refusesRepliesThatAreNotJson() throws Exception {
    for (OddSource source : OddSource.ALL) {
      reply(source, source.good() + ",NaN");
      Client.Reply reply = ask(source);
      boolean others = source.method().endsWith("deployments");
      assertEquals(others ? 200 : 502, reply.status(), source.path() + ' ' + reply.text());
    }
  }

  /** An empty list would hide that the provider's format has changed. */
  @Test
  void refusesListsOfOddElementsOnly() throws Exception {
    for (OddSource source : OddSource.ALL) {
      if (source.rule() == OddSource.Rule.SKIPPED) {
        reply(source, "5");
        Client.Reply reply = ask(source);
        boolean others = source.method().endsWith("deployments");
        assertEquals(others ? 200 : 502, reply.status(), source.path() + ' ' + reply.text());
      }
    }
  }

  @Test
  void rejectsNoValidElement() throws Exception {
    for (OddSource source : OddSource.ALL) {
      reply(source, source.good());
      Client.Reply reply = ask(source);
      assertEquals(200, reply.status(), source.path() + ' ' + reply.text());
      assertEquals(
          source.rule() == OddSource.Rule.SKIPPED ? 0 : null,
          reply.json().getInteger("unreadable"));
    }
  }

  /** The reply names the provider and the time of its data, in the body and as {@code Age}. */
  @Test
  void namesFailingProviderAfterOneRefresh() throws Exception {
    List<OddSource> dated =
        OddSource.ALL.stream().filter(each -> each.call()[0].equals("GET")).toList();
    for (OddSource source : dated) {
      reply(source, source.good());
      Client.Reply first = ask(source);
      while (first.status() != 200 || !first.json().getJsonArray("errors", NONE).isEmpty()) {
        // A fetch of the previous turn has failed, and its failure is remembered.
        NODE.clock.advance(Duration.ofSeconds(6));
        first = ask(source);
      }
      assertEquals(false, first.json().getBoolean("stale"), first.text());
      PROVIDER.reply(source.path(), "{");
      Instant fetched = NODE.clock.instant();
      var last = new AtomicReference<>(first);
      Waiting.until(() -> {
        if (!PROVIDER.wasAsked(source.path())) {
          NODE.clock.advance(Duration.ofSeconds(20));
        }
        // Within the revalidation period, the reply before the refresh is returned.
        last.set(ask(source));
        return last.get().json().getBoolean("stale");
      });
      Client.Reply reply = last.get();
      Duration age = Duration.between(fetched, NODE.clock.instant());
      assertEquals(200, reply.status(), reply.text());
      assertTrue(!reply.json().getString("staleReason").isEmpty(), reply.text());
      if (!source.method().endsWith("deployments")) {
        // Deployments of the other providers are fetched again.
        assertEquals(first.json().getString("fetchedAt"), reply.json().getString("fetchedAt"));
      }
      long seconds = Long.parseLong(reply.header("Age"));
      assertTrue(seconds >= age.toSeconds() && seconds < age.toSeconds() + 60, age + " " + seconds);
    }
  }

  /** Amounts and captures of a payment's order are summed. */
  @Test
  void refusesPaymentsWithAnOddElement() throws Exception {
    withClients(providers -> {
      var payments =
          new PayPalApi(
              providers.client(ProviderOptions.of("payments")),
              new PayPalApi.Account(URL + "/pay", "id", "secret"));
      PROVIDER.reply("/pay/v1/oauth2/token", "{\"access_token\":\"a\",\"expires_in\":3600}");
      String unit = "{\"amount\":{\"currency_code\":\"USD\",\"value\":\"5.00\"}}";
      String order = "{\"id\":\"o\",\"status\":\"APPROVED\",\"purchase_units\":[%s]}";
      PROVIDER.reply("/pay/v2/checkout/orders/o", order.formatted(unit));
      assertEquals("o", payments.read("o").orElseThrow().id());
      for (String odd : List.of("null", "true", "5", "-1.5", "\"text\"", "[]", "[null]")) {
        PROVIDER.reply("/pay/v2/checkout/orders/o", order.formatted(unit + ',' + odd));
        assertEquals(
            502,
            assertThrows(ApiException.class, () -> payments.read("o"), odd).failure().status());
      }
    });
  }

  /** An account that is misread would admit another player. */
  @ParameterizedTest
  @ValueSource(strings = {"id", "name"})
  void refusesOddAccountsOfPlayers(String key) throws Exception {
    withClients(providers -> {
      var profiles = new ProfileService(providers, URL + "/players/");
      String good = "{\"id\":\"069a79f444e94726a5befca90e38aaf5\",\"name\":\"Notch\"}";
      List<String> odd = OddElements.of(good, key);
      for (int i = 0; i < odd.size(); i++) {
        String name = "Notch" + i;
        PROVIDER.reply("/players/" + name, odd.get(i).replace("Notch", name));
        ApiError failure =
            assertThrows(ApiException.class, () -> profiles.find(name), odd.get(i)).failure();
        assertEquals(502, failure.status());
        assertEquals("blockgame returned an invalid reply: account of " + name, failure.message());
      }
      PROVIDER.reply("/players/notch", good);
      assertEquals("Notch", profiles.find("notch").orElseThrow().name());
    });
  }

  private static void withClients(Consumer<Providers> test) throws Exception {
    Vertx vertx = Vertx.vertx();
    try {
      test.accept(new Providers(vertx, NODE.clock, new Random(1), new SimpleMeterRegistry()));
    } finally {
      vertx.close().await();
    }
  }
}
