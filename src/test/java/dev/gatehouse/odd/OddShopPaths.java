package dev.gatehouse.odd;

import static dev.gatehouse.odd.OddTradingPaths.join;

import dev.gatehouse.odd.OddField.Kind;
import dev.gatehouse.odd.OddRequests.Alone;
import dev.gatehouse.odd.OddRequests.Listed;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** The ways into the catalog, the shop, the books, reviews and payments. */
final class OddShopPaths {
  private OddShopPaths() {}

  static List<OddPath> all(OddNode node) {
    return List.of(
        listings(),
        products(),
        expenditures(),
        new OddPath(
            "sales goal",
            1,
            "{\"goal\":1}",
            OddField.all(Kind.INTEGER, "/goal"),
            new Alone("PUT", client -> "/api/proxy/printshop/sell-goal", "/data")),
        new OddPath(
            "saved carts",
            50,
            "{\"variantId\":\"v#\",\"quantity\":1}",
            OddField.all(Kind.INTEGER, "/quantity"),
            new OddShopRequests.Carts(new ArrayList<>())),
        graphqlCarts(),
        new OddPath(
            "orders",
            1,
            "{\"name\":\"n\",\"email\":\"a@b.example\",\"address\":\"a\"}",
            OddField.all(Kind.TEXT, "/name", "/address"),
            new OddShopRequests.Orders(new ArrayList<>(), new JsonObject[1])),
        new OddPath(
            "payments",
            10,
            """
            {"reference_id":"r#","custom_id":"c","invoice_id":"i","description":"d",
              "amount":{"currency_code":"@currency@","value":"1"}}\
            """,
            join(
                OddField.all(Kind.AMOUNT, "/amount/value"),
                OddField.all(
                    Kind.TEXT, "/reference_id", "/custom_id", "/invoice_id", "/description")),
            new OddMoneyRequests.Payments(node.provider())),
        new OddPath(
            "reviews",
            1,
            """
            {"productId":"@name@","rating":5,"title":"t","body":"b","authorName":"a",
              "email":"@name@@b.example","verificationCode":"@code@"}\
            """,
            join(
                OddField.all(Kind.TEXT, "/title", "/body", "/authorName"),
                OddField.all(Kind.INTEGER, "/rating")),
            new OddMoneyRequests.Reviews(node)));
  }

  private static OddPath listings() {
    String address = "/api/proxy/listings?type=marketplace-a";
    return new OddPath(
        "listings",
        400,
        "{\"title\":\"t\"}",
        join(
            OddField.all(Kind.TEXT, "/title", "/asin", "/price"),
            OddField.all(Kind.NUMBER, "/rating"),
            OddField.all(Kind.INTEGER, "/reviews")),
        new Listed("PUT", address, "{\"listings\":[", "]}", address + " /listings"));
  }

  private static OddPath products() {
    String address = "/api/proxy/products";
    String product =
        """
        {"name":"n","price":1,"stock":{"S":1,"M":1,"L":1},"images":["/a"]}\
        """;
    return new OddPath(
        "products",
        1,
        product,
        join(
            OddField.all(Kind.TEXT, "/name", "/description", "/category"),
            OddField.all(Kind.NUMBER, "/price"),
            OddField.all(Kind.INTEGER, "/stock/S", "/stock/M", "/stock/L")),
        new Alone("PUT", OddRequests.created(address, product, "/_id", address + "/%s"), ""));
  }

  private static OddPath expenditures() {
    String address = "/api/proxy/printshop/expenditures";
    String spent = "{\"date\":\"2026-01-02\",\"amount\":1,\"category\":\"other\"}";
    return new OddPath(
        "expenditures",
        1,
        spent,
        join(
            OddField.all(Kind.TEXT, "/description", "/vendor"),
            OddField.all(Kind.NUMBER, "/amount")),
        new Alone(
            "PUT", OddRequests.created(address, spent, "/data/_id", address + "?id=%s"), "/data"));
  }

  private static OddPath graphqlCarts() {
    return new OddPath(
        "GraphQL carts",
        1,
        """
        {"note":"n","attributes":[{"key":"k","value":"v"},{"key":"l","value":"v"}],
          "lines":[{"merchandiseId":"@variant@","quantity":1,
            "attributes":[{"key":"k","value":"v"}]}]}\
        """,
        join(
            OddField.all(
                Kind.TEXT,
                "/note",
                "/attributes/0/key",
                "/attributes/0/value",
                "/attributes/1/value"),
            List.of(
                new OddField("/lines/0/quantity", "/lines/edges/0/node/quantity", Kind.INTEGER),
                new OddField(
                    "/lines/0/attributes/0/value",
                    "/lines/edges/0/node/attributes/0/value",
                    Kind.TEXT))),
        new OddShopRequests.GraphqlCarts(new ArrayList<>(), new int[1]));
  }
}
