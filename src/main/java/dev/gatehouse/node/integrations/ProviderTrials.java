package dev.gatehouse.node.integrations;

import module java.base;

import dev.gatehouse.areas.calendar.google.ServiceAccount;
import dev.gatehouse.areas.commerce.feeds.ClientCredentials;
import dev.gatehouse.areas.commerce.feeds.JsonFeed;
import dev.gatehouse.areas.site.hosting.HostingSettings;
import dev.gatehouse.bus.Json;
import dev.gatehouse.node.integrations.IntegrationOperations.Integration;
import dev.gatehouse.provider.ProviderRequest;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.Settings;

/** Requests that change nothing to each configured provider, with its credential. */
public record ProviderTrials(Settings settings, InstantSource clock) {
  private static final String HOSTING = "hosting ";

  /** Returns a request for each configured provider. */
  public List<ProviderTrial> all() {
    List<ProviderTrial> trials = new ArrayList<>();
    calendar(trials);
    commerce(trials);
    marketplace(trials, "marketplaceA");
    marketplace(trials, "marketplaceB");
    code(trials);
    HostingSettings.read(settings.section("hosting"))
        .trials()
        .forEach((name, request) ->
            trials.add(
                new ProviderTrial(
                    HOSTING + name,
                    "the URL, token and project of " + name + " in hosting",
                    request)));
    return trials;
  }

  /** Returns the request of an integration. Empty if it is off or has none. */
  Optional<ProviderTrial> of(Integration integration) {
    return all().stream()
        .filter(trial ->
            trial.name().equals(integration.group())
                || trial.name().equals(HOSTING + integration.name()))
        .findFirst();
  }

  private void calendar(List<ProviderTrial> trials) {
    Section own = settings.section("calendar");
    if (own.text("provider").equals("google")) {
      var account = new ServiceAccount(own.text("key"), own.url("tokenUrl"), own.text("user"));
      trials.add(
          new ProviderTrial(
              "calendar",
              "calendar.key, calendar.user and calendar.tokenUrl",
              account.tokenRequest(clock.instant())));
    }
  }

  private void commerce(List<ProviderTrial> trials) {
    Section payments = settings.section("payments");
    if (!payments.text("clientId").isEmpty()) {
      trials.add(
          new ProviderTrial(
              "payments",
              "payments.url, payments.clientId and payments.clientSecret",
              ClientCredentials.basic(
                  base(payments, "url") + "/v1/oauth2/token",
                  payments.text("clientId"),
                  payments.text("clientSecret"))));
    }
    Section prints = settings.section("printshop");
    if (!prints.text("token").isEmpty()) {
      ProviderRequest orders =
          bearer(base(prints, "url") + "/orders?offset=0&limit=1", prints.text("token"));
      String store = prints.text("storeId");
      trials.add(
          new ProviderTrial(
              "printshop",
              "printshop.url, printshop.token and printshop.storeId",
              store.isEmpty() ? orders : orders.with("X-PF-Store-Id", store)));
    }
    Section shop = settings.section("storefront");
    if (shop.text("provider").equals("shopify")) {
      byte[] query = Json.encode(Map.of("query", "{shop{name}}")).getBytes();
      trials.add(
          new ProviderTrial(
              "storefront",
              "storefront.url, storefront.token and storefront.tokenHeader",
              ProviderRequest.post(base(shop, "url") + "/api/2024-01/graphql.json", query, true)
                  .with(shop.text("tokenHeader"), shop.text("token"))));
    }
  }

  private void marketplace(List<ProviderTrial> trials, String name) {
    Section own = settings.section(name);
    String keys = own.key("tokenUrl") + ", clientId and clientSecret";
    String url = own.url("tokenUrl");
    String id = own.text("clientId");
    String secret = own.text("clientSecret");
    switch (own.text("source")) {
      case "creators" ->
          trials.add(
              new ProviderTrial(
                  name,
                  keys + ", version",
                  ClientCredentials.creators(own.text("version"), url, id, secret)));
      case "ebay" ->
          trials.add(new ProviderTrial(name, keys, ClientCredentials.browse(url, id, secret)));
      case "json" -> {
        var feed = JsonFeed.Address.read(own, "url", "headers");
        ProviderRequest request = ProviderRequest.get(feed.url());
        for (Map.Entry<String, String> header : feed.headers().entrySet()) {
          request = request.with(header.getKey(), header.getValue());
        }
        trials.add(new ProviderTrial(name, own.key("url") + " and headers", request));
      }
      default -> {
        // Nothing is requested.
      }
    }
  }

  private void code(List<ProviderTrial> trials) {
    Section host = settings.section("codehost");
    if (!host.text("token").isEmpty()) {
      trials.add(
          new ProviderTrial(
              "codehost",
              "codehost.url and codehost.token",
              bearer(base(host, "url") + "/user", host.text("token"))));
    }
    Section trading = settings.section("trading");
    if (!trading.text("positionsUrl").isEmpty()) {
      trials.add(
          new ProviderTrial(
              "trading",
              "trading.positionsUrl, positionsKeyId and positionsSecret",
              ProviderRequest.get(base(trading, "positionsUrl") + "/v2/positions")
                  .with("APCA-API-KEY-ID", trading.text("positionsKeyId"))
                  .with("APCA-API-SECRET-KEY", trading.text("positionsSecret"))));
    }
  }

  private static String base(Section own, String key) {
    return own.url(key).replaceFirst("/+$", "");
  }

  private static ProviderRequest bearer(String url, String token) {
    return ProviderRequest.get(url).with("Authorization", "Bearer " + token);
  }
}
