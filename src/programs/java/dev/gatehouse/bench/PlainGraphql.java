package dev.gatehouse.bench;

import module java.base;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import graphql.ExecutionInput;
import graphql.GraphQL;
import graphql.execution.preparsed.PreparsedDocumentEntry;
import graphql.schema.idl.RuntimeWiring;
import graphql.schema.idl.SchemaGenerator;
import graphql.schema.idl.SchemaParser;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import org.slf4j.LoggerFactory;

/**
 * The storefront's products query from a plain Vert.x route with graphql-java: maps in memory, no
 * gate, no limits, every document parsed once.
 */
public final class PlainGraphql extends VerticleBase {
  static final int PRODUCTS = 10;
  static final int VARIANTS = 5;

  private static final String SCHEMA =
      """
      type Query { products(first: Int): Products! }
      type Products { edges: [ProductEdge!]! }
      type ProductEdge { node: Product! }
      type Product {
        id: ID! title: String! handle: String! priceRange: PriceRange!
        variants(first: Int): Variants!
      }
      type PriceRange { minVariantPrice: Money! }
      type Money { amount: String! currencyCode: String! }
      type Variants { edges: [VariantEdge!]! }
      type VariantEdge { node: Variant! }
      type Variant { id: ID! title: String! availableForSale: Boolean! price: Money! }
      """;

  private final int port;
  private final GraphQL graphql;

  private PlainGraphql(int port, GraphQL graphql) {
    this.port = port;
    this.graphql = graphql;
  }

  public static void main(String[] arguments) {
    // Logback's own default is to print all that Netty says while it starts.
    ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.WARN);
    int port = Integer.parseInt(arguments[0]);
    int cores = Runtime.getRuntime().availableProcessors();
    GraphQL graphql = graphql();
    Vertx.vertx()
        .deployVerticle(
            () -> new PlainGraphql(port, graphql), new DeploymentOptions().setInstances(cores))
        .toCompletionStage()
        .toCompletableFuture()
        .join();
  }

  private static GraphQL graphql() {
    Map<String, Object> products = edges(PRODUCTS, PlainGraphql::product);
    RuntimeWiring wiring =
        RuntimeWiring.newRuntimeWiring()
            .type("Query", type -> type.dataFetcher("products", field -> products))
            .build();
    Map<String, PreparsedDocumentEntry> parsed = new ConcurrentHashMap<>();
    return GraphQL.newGraphQL(
            new SchemaGenerator().makeExecutableSchema(new SchemaParser().parse(SCHEMA), wiring))
        .preparsedDocumentProvider((input, parse) ->
            CompletableFuture.completedFuture(
                parsed.computeIfAbsent(input.getQuery(), query -> parse.apply(input))))
        .build();
  }

  private static Map<String, Object> edges(int count, IntFunction<Map<String, Object>> node) {
    return Map.of(
        "edges", IntStream.range(0, count).mapToObj(i -> Map.of("node", node.apply(i))).toList());
  }

  private static Map<String, Object> product(int i) {
    Map<String, Object> price = Map.of("amount", "24.00", "currencyCode", "USD");
    return Map.of(
        "id",
        "gid://shopify/Product/" + i,
        "title",
        "Product " + i,
        "handle",
        "product-" + i,
        "priceRange",
        Map.of("minVariantPrice", price),
        "variants",
        edges(
            VARIANTS,
            j ->
                Map.of(
                    "id",
                    "gid://shopify/ProductVariant/" + i + "-" + j,
                    "title",
                    "Size " + j,
                    "availableForSale",
                    true,
                    "price",
                    price)));
  }

  @Override
  public Future<?> start() {
    Router router = Router.router(vertx);
    router.route().handler(BodyHandler.create(false));
    router.post("/api/2024-01/graphql.json").handler(this::execute);
    return vertx.createHttpServer().requestHandler(router).listen(port, "127.0.0.1");
  }

  private void execute(RoutingContext context) {
    JsonObject body = context.body().asJsonObject();
    ExecutionInput input =
        ExecutionInput.newExecutionInput(body.getString("query"))
            .variables(body.getJsonObject("variables", new JsonObject()).getMap())
            .build();
    graphql
        .executeAsync(input)
        .thenAccept(result -> context.json(new JsonObject(result.toSpecification())));
  }

  /** The names that {@link StorefrontBench} gives its own products. */
  static List<String> names() {
    return IntStream.range(0, PRODUCTS).mapToObj(i -> "Product " + i).toList();
  }
}
