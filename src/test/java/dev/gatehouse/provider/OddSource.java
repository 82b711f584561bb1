package dev.gatehouse.provider;

import java.util.List;

/**
 * A list of a provider.
 *
 * @param path of the provider's list
 * @param envelope of the list, with {@code %s} for its elements
 * @param good a valid element
 * @param key a required field of the element
 * @param method and address of the operation that returns the list
 */
record OddSource(String path, String envelope, String good, String key, String method, Rule rule) {
  /** Whether a list informs, its sums are money, or its other elements must not be held up. */
  enum Rule {
    SKIPPED,
    REFUSED,
    NAMED
  }

  private static final String SHOP = "/shop/api/2024-01/graphql.json";
  private static final String PRICE = "{\"amount\":\"5.00\",\"currencyCode\":\"USD\"}";

  private static final String TIMES =
      "\"created_at\":\"2026-01-01T00:00:00Z\",\"updated_at\":\"2026-01-01T00:00:00Z\"";

  static final List<OddSource> ALL =
      List.of(
          new OddSource(
              "/broker/v2/positions",
              "[%s]",
              "{\"symbol\":\"SPY\",\"qty\":\"5\"}",
              "qty",
              "GET /api/proxy/public/trading/positions",
              Rule.REFUSED),
          new OddSource(
              "/vercel/v6/deployments",
              "{\"deployments\":[%s]}",
              "{\"uid\":\"d1\"}",
              "uid",
              "GET /hosting/deployments",
              Rule.SKIPPED),
          new OddSource(
              "/netlify/api/v1/sites/site/deploys",
              "[%s]",
              "{\"id\":\"d2\"}",
              "id",
              "GET /hosting/deployments",
              Rule.SKIPPED),
          new OddSource(
              "/koyeb/v1/deployments",
              "{\"deployments\":[%s]}",
              "{\"id\":\"d3\"}",
              "id",
              "GET /hosting/deployments",
              Rule.SKIPPED),
          new OddSource(
              "/render/v1/services/srv-1/deploys",
              "[%s]",
              "{\"deploy\":{\"id\":\"d4\"}}",
              "deploy",
              "GET /hosting/deployments",
              Rule.SKIPPED),
          new OddSource(
              "/code/users/me/repos",
              "[%s]",
              "{\"name\":\"r\",\"full_name\":\"me/r\",\"html_url\":\"https://c.example/me/r\","
                  + "\"private\":false,\"visibility\":\"public\"}",
              "full_name",
              "GET /api/proxy/codehost-recent-repos",
              Rule.SKIPPED),
          new OddSource(
              "/code/issues",
              "[%s]",
              "{\"id\":1,\"number\":1,\"title\":\"t\",\"state\":\"open\","
                  + "\"html_url\":\"https://c.example/me/r/issues/1\","
                  + "\"repository_url\":\"https://c.example/repos/me/r\","
                  + TIMES
                  + "}",
              "html_url",
              "GET /api/proxy/codehost-issues",
              Rule.SKIPPED),
          new OddSource(
              "/code/search/issues",
              "{\"total_count\":2,\"incomplete_results\":false,\"items\":[%s]}",
              "{\"id\":1,\"number\":1,\"title\":\"t\",\"state\":\"open\","
                  + "\"html_url\":\"https://c.example/me/r/pull/1\","
                  + "\"repository_url\":\"https://c.example/repos/me/r\","
                  + TIMES
                  + "}",
              "html_url",
              "GET /api/proxy/codehost-prs",
              Rule.SKIPPED),
          new OddSource(
              "/code/user/repos",
              "[%s]",
              "{\"name\":\"r\",\"full_name\":\"me/r\",\"html_url\":\"https://c.example/me/r\","
                  + "\"private\":false,\"visibility\":\"public\"}",
              "full_name",
              "GET /api/proxy/codehost-stale-branches",
              Rule.SKIPPED),
          new OddSource(
              "/calendar/calendars/owner%40example.com/events",
              "{\"items\":[%s]}",
              "{\"id\":\"e\",\"start\":{\"dateTime\":\"2026-02-02T15:00:00Z\"},"
                  + "\"end\":{\"dateTime\":\"2026-02-02T16:00:00Z\"}}",
              "start",
              "GET /api/proxy/calendar/events?startDate=2026-02-02&endDate=2026-02-03",
              Rule.SKIPPED),
          new OddSource(
              "/calendar/freeBusy",
              "{\"calendars\":{\"owner@example.com\":{\"busy\":[%s]}}}",
              "{\"start\":\"2026-02-02T15:00:00Z\",\"end\":\"2026-02-02T16:00:00Z\"}",
              "start",
              "POST /api/proxy/calendar/available-slots",
              Rule.REFUSED),
          new OddSource(
              SHOP,
              "{\"data\":{\"products\":{\"edges\":[%s]}}}",
              "{\"node\":{\"id\":\"gid://shopify/Product/1\",\"title\":\"t\",\"handle\":\"h\","
                  + "\"priceRange\":{\"minVariantPrice\":"
                  + PRICE
                  + ",\"maxVariantPrice\":"
                  + PRICE
                  + "}}}",
              "node",
              "GET /storefront/products",
              Rule.SKIPPED),
          new OddSource(
              "/prints/orders",
              "{\"code\":200,\"paging\":{\"total\":2},\"result\":[%s]}",
              "{\"id\":1,\"status\":\"fulfilled\",\"created\":1602607640}",
              "id",
              "POST /api/proxy/printshop/sync",
              Rule.NAMED));

  String[] call() {
    return method.split(" ");
  }

  @Override
  public String toString() {
    return path;
  }
}
