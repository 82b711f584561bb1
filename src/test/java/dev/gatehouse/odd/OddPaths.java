package dev.gatehouse.odd;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.odd.OddField.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** The ways into the service, except files and bars. */
final class OddPaths {
  private static final String LOGS = "/api/proxy/bots/trading/logs";

  private OddPaths() {}

  /** Elements are sent as a list, and read with another request. */
  private record Listed(String method, String address, String before, String after, String read)
      implements OddPath.Requests {
    @Override
    public Client.Reply send(Client client, List<String> elements, Instant base) {
      return call(client, method, address, before + String.join(",", elements) + after);
    }

    @Override
    public JsonNode stored(Client client, Client.Reply accepted, Instant base) throws IOException {
      String[] from = read.split(" ");
      Instant end = base.plusMillis(999);
      String query = from[0].replace("{from}", base.toString()).replace("{to}", end.toString());
      Client.Reply reply = client.request("GET", query).key(TestNode.KEY).send();
      return tree(reply).at(from[1]);
    }
  }

  /** An element is sent alone, and the reply returns it. */
  private record Alone(String method, Function<Client, String> address, String element)
      implements OddPath.Requests {
    @Override
    public Client.Reply send(Client client, List<String> elements, Instant base) {
      return call(client, method, address.apply(client), elements.getFirst());
    }

    @Override
    public JsonNode stored(Client client, Client.Reply accepted, Instant base) throws IOException {
      ArrayNode list = OddDocuments.EXACT.createArrayNode();
      return list.add(tree(accepted).at(element));
    }
  }

  static JsonNode tree(Client.Reply reply) throws IOException {
    return OddDocuments.EXACT.readTree(reply.bytes());
  }

  static Client.Reply call(Client client, String method, String address, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return client.request(method, address).key(TestNode.KEY).body("application/json", bytes).send();
  }

  /** Returns a function that creates a document once, and then returns its address. */
  private static Function<Client, String> created(
      String address, String body, String id, String format) {
    var known = new String[1];
    return client -> {
      try {
        if (known[0] == null) {
          known[0] = tree(call(client, "POST", address, body)).at(id).textValue();
        }
        return format.formatted(known[0]);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }

  private static List<OddField> fields(Kind kind, String... pointers) {
    return Arrays.stream(pointers).map(each -> OddField.of(kind, each)).toList();
  }

  @SafeVarargs
  private static List<OddField> join(List<OddField>... lists) {
    List<OddField> all = new ArrayList<>();
    for (List<OddField> each : lists) {
      all.addAll(each);
    }
    return all;
  }

  static List<OddPath> all() {
    String message = "/LogMessage/";
    String logs = LOGS + "?limit=200&sortOrder=asc&startDate={from}&endDate={to} /data";
    String product = "{\"name\":\"n\",\"price\":1,\"stock\":{\"M\":1},\"images\":[\"/a\"]}";
    String link = "{\"url\":\"https://a.example/\",\"title\":\"t\",\"tags\":[\"a\"]}";
    String spent = "{\"date\":\"2026-01-02\",\"amount\":1,\"category\":\"other\"}";
    AtomicInteger minutes = new AtomicInteger();
    return List.of(
        new OddPath(
            "logs",
            200,
            "{\"LogMessage\":{\"timeStamp\":\"@time@\",\"messageSource\":\"s\","
                + "\"localOperationName\":\"l\",\"messageType\":\"t\",\"message\":\"m\"}}",
            join(
                fields(
                    Kind.TEXT,
                    message + "messageSource",
                    message + "localOperationName",
                    message + "messageType",
                    message + "message"),
                fields(Kind.TIME, message + "timeStamp")),
            new Listed("POST", LOGS, "[", "]", logs)),
        new OddPath(
            "leveled logs",
            200,
            "{\"timestamp\":\"@time@\",\"level\":\"info\",\"message\":\"m\","
                + "\"data\":{\"n\":1,\"t\":\"t\"}}",
            List.of(
                new OddField("/message", message + "message", Kind.TEXT),
                new OddField("/data/t", message + "data/t", Kind.TEXT),
                new OddField("/data/n", message + "data/n", Kind.NUMBER),
                new OddField("/timestamp", message + "timeStamp", Kind.TIME)),
            new Listed("POST", LOGS, "[", "]", logs)),
        new OddPath(
            "watchlist",
            200,
            "{\"symbol\":\"S#\",\"timestamp\":\"@time@\",\"strategy\":\"HODL\",\"reason\":\"r\","
                + "\"platform\":\"p\",\"dataStatus\":{\"hourlyBarsCount\":1},"
                + "\"scores\":{\"recoveryScore\":1},\"missingData\":[\"m\"]}",
            join(
                fields(Kind.TEXT, "/reason", "/platform", "/missingData/0"),
                fields(
                    Kind.NUMBER,
                    "/scores/recoveryScore",
                    "/scores/volatility",
                    "/scores/currentPrice"),
                fields(Kind.INTEGER, "/dataStatus/hourlyBarsCount"),
                fields(Kind.TIME, "/timestamp")),
            new Listed(
                "PUT",
                "/api/proxy/trading/watchlist",
                "{\"watchlist\":[",
                "]}",
                "/api/proxy/trading/watchlist?limit=200 /watchlist")),
        new OddPath(
            "positions",
            400,
            "{\"symbol\":\"S#\",\"quantity\":1}",
            join(
                fields(Kind.TEXT, "/assetClass"),
                fields(
                    Kind.NUMBER,
                    "/quantity",
                    "/averageEntryPrice",
                    "/currentPrice",
                    "/marketValue",
                    "/costBasis",
                    "/unrealizedProfit",
                    "/unrealizedProfitPercent")),
            new Listed(
                "PUT",
                "/api/proxy/public/trading/positions",
                "{\"positions\":[",
                "]}",
                "/api/proxy/public/trading/positions /positions")),
        new OddPath(
            "listings",
            400,
            "{\"title\":\"t\"}",
            join(
                fields(Kind.TEXT, "/title", "/asin", "/price"),
                fields(Kind.NUMBER, "/rating"),
                fields(Kind.INTEGER, "/reviews")),
            new Listed(
                "PUT",
                "/api/proxy/listings?type=marketplace-a",
                "{\"listings\":[",
                "]}",
                "/api/proxy/listings?type=marketplace-a /listings")),
        new OddPath(
            "saved carts",
            50,
            "{\"variantId\":\"v#\",\"quantity\":1}",
            fields(Kind.INTEGER, "/quantity"),
            new Carts(new ArrayList<>())),
        new OddPath(
            "hyperlinks",
            1,
            link,
            fields(Kind.TEXT, "/title", "/description", "/tags/0"),
            new Alone(
                "PUT",
                created("/api/proxy/hyperlinks", link, "/_id", "/api/proxy/hyperlinks/%s"),
                "")),
        new OddPath(
            "products",
            1,
            product,
            join(
                fields(Kind.TEXT, "/name", "/description", "/category"),
                fields(Kind.NUMBER, "/price"),
                fields(Kind.INTEGER, "/stock/M")),
            new Alone(
                "PUT",
                created("/api/proxy/products", product, "/_id", "/api/proxy/products/%s"),
                "")),
        new OddPath(
            "expenditures",
            1,
            spent,
            join(fields(Kind.TEXT, "/description", "/vendor"), fields(Kind.NUMBER, "/amount")),
            new Alone(
                "PUT",
                created(
                    "/api/proxy/printshop/expenditures",
                    spent,
                    "/data/_id",
                    "/api/proxy/printshop/expenditures?id=%s"),
                "/data")),
        new OddPath(
            "short URLs",
            1,
            "{\"key\":\"@key@\",\"url\":\"https://a.example/\"}",
            join(fields(Kind.TEXT, "/description"), fields(Kind.TIME, "/expiresAt")),
            new ShortUrls()),
        new OddPath(
            "sales goal",
            1,
            "{\"goal\":1}",
            fields(Kind.INTEGER, "/goal"),
            new Alone("PUT", client -> "/api/proxy/printshop/sell-goal", "/data")),
        new OddPath(
            "notifications",
            1,
            "{\"title\":\"t\",\"body\":\"b\"}",
            fields(Kind.TEXT, "/title", "/body"),
            new Listed(
                "POST",
                "/api/proxy/notify",
                "",
                "",
                "/api/proxy/notifications?limit=1 /data/notifications")),
        new OddPath(
            "meetings",
            1,
            "{\"title\":\"t\"}",
            fields(Kind.TEXT, "/title"),
            new Meetings(minutes)));
  }

  /** The lines are variants of a product. */
  private record Carts(List<String> variants) implements OddPath.Requests {
    private static final Pattern VARIANT = Pattern.compile("/cart/([0-9a-f]{24}-[0-9a-f]{8}):1");
    private static final String ADDRESS = "/api/proxy/storefront/customer/cart";

    private void sell(Client client) {
      String stock = IntStream.range(0, 50).mapToObj(i -> "\"v" + i + "\":9").collect(joining(","));
      String product = "{\"name\":\"odd\",\"price\":1,\"stock\":{" + stock + "}}";
      call(client, "POST", "/api/proxy/products", product);
      Matcher found = VARIANT.matcher(client.get("/storefront/llms.json").text());
      while (found.find()) {
        variants.add(found.group(1));
      }
    }

    @Override
    public Client.Reply send(Client client, List<String> elements, Instant base) {
      if (variants.isEmpty()) {
        sell(client);
      }
      String lines = String.join(",", elements);
      for (int i = 0; i < elements.size(); i++) {
        lines = lines.replace("\"v" + i + '"', '"' + variants.get(i) + '"');
      }
      String body = "{\"email\":\"a@b.example\",\"lines\":[" + lines + "]}";
      return call(client, "POST", ADDRESS, body);
    }

    @Override
    public JsonNode stored(Client client, Client.Reply accepted, Instant base) throws IOException {
      return tree(client.get(ADDRESS + "/a@b.example")).at("/cart/lines");
    }
  }

  /** Each short URL is deleted after its comparison. */
  private record ShortUrls() implements OddPath.Requests {
    private static final String ADDRESS = "/api/proxy/redirects";

    @Override
    public Client.Reply send(Client client, List<String> elements, Instant base) {
      // A time in the past is refused.
      String element = elements.getFirst().replace("@key@", "odd").replace("\"2001-", "\"2101-");
      return call(client, "POST", ADDRESS, element);
    }

    @Override
    public JsonNode stored(Client client, Client.Reply accepted, Instant base) throws IOException {
      String text = client.get(ADDRESS + "/public").text().replace("\"2101-", "\"2001-");
      String reply = accepted.text().replace("\"2101-", "\"2001-");
      client.request("DELETE", ADDRESS + "/odd").key(TestNode.KEY).send();
      var element =
          (com.fasterxml.jackson.databind.node.ObjectNode) OddDocuments.EXACT.readTree(reply);
      element.set("description", OddDocuments.EXACT.readTree(text).at("/redirects/0/description"));
      return OddDocuments.EXACT.createArrayNode().add(element);
    }
  }

  /** Each meeting has a separate minute. */
  private record Meetings(AtomicInteger minutes) implements OddPath.Requests {
    @Override
    public Client.Reply send(Client client, List<String> elements, Instant base) {
      Instant start = Instant.now().plus(Duration.ofMinutes(1_000L + minutes.incrementAndGet()));
      String time = start.toString().substring(0, 16);
      String rest =
          ",\"timeZone\":\"UTC\",\"startTime\":\"%s:00\",\"endTime\":\"%s:59\"}}"
              .formatted(time, time);
      String title = elements.getFirst();
      return call(
          client,
          "POST",
          "/api/proxy/calendar/create-event",
          "{\"eventData\":" + title.substring(0, title.length() - 1) + rest);
    }

    @Override
    public JsonNode stored(Client client, Client.Reply accepted, Instant base) throws IOException {
      return OddDocuments.EXACT.createArrayNode().add(tree(accepted).at("/event"));
    }
  }
}
