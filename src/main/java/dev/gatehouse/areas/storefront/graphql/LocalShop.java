package dev.gatehouse.areas.storefront.graphql;

import module java.base;

import dev.gatehouse.areas.storefront.carts.CartRepository;
import dev.gatehouse.areas.storefront.carts.CartRepository.Cart;
import dev.gatehouse.areas.storefront.catalogue.ShopProduct;
import dev.gatehouse.areas.storefront.catalogue.ShopVariant;
import dev.gatehouse.areas.storefront.catalogue.StoredProducts;
import dev.gatehouse.areas.storefront.charges.Pricing;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.messages.ProductMessages.ProductOrder;
import graphql.ExecutionInput;
import graphql.ExecutionResult;
import graphql.GraphQL;
import graphql.GraphQLContext;
import graphql.GraphQLError;
import graphql.GraphqlErrorBuilder;
import graphql.GraphqlErrorException;
import graphql.execution.CoercedVariables;
import graphql.execution.DataFetcherExceptionHandler;
import graphql.execution.DataFetcherExceptionHandlerParameters;
import graphql.execution.DataFetcherExceptionHandlerResult;
import graphql.language.StringValue;
import graphql.language.Value;
import graphql.parser.ParserOptions;
import graphql.schema.Coercing;
import graphql.schema.CoercingParseLiteralException;
import graphql.schema.DataFetchingEnvironment;
import graphql.schema.GraphQLScalarType;
import graphql.schema.idl.RuntimeWiring;
import graphql.schema.idl.SchemaGenerator;
import graphql.schema.idl.SchemaParser;

/** Local provider that executes GraphQL documents over the catalog and the carts. */
public final class LocalShop {
  private static final String SCHEMA = "/storefront/schema.graphqls";
  private static final String VERSION = "2024-01";
  private static final String FIRST = "{ shop { name } }";

  private final CartRepository carts;
  private final Facts facts;
  private final QueryLimits limits;
  private final FutureTask<GraphQL> engineTask = new FutureTask<>(this::engine);

  /**
   * Facts of the shop.
   *
   * @param seller lines of the seller's name and address; may be empty
   */
  public record Facts(String name, String currency, Pricing pricing, List<String> seller) {}

  public LocalShop(CartRepository carts, Facts facts, QueryLimits limits) {
    this.carts = carts;
    this.facts = facts;
    this.limits = limits;
  }

  /** Creates the engine unless it exists, so that the first document does not wait for it. */
  public void prepare() {
    engineTask.run();
  }

  /** Returns the engine over the schema. Creates it unless another thread has begun. */
  private GraphQL graphql() {
    engineTask.run();
    try {
      return engineTask.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the GraphQL schema was read", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("the GraphQL schema is invalid", e.getCause());
    }
  }

  private static ExecutionInput.Builder input(String query) {
    return ExecutionInput.newExecutionInput(query)
        .graphQLContext(Map.of(ParserOptions.class, ParsedDocuments.OPTIONS));
  }

  private GraphQL engine() {
    RuntimeWiring.Builder wiring = RuntimeWiring.newRuntimeWiring();
    for (String scalar : List.of("DateTime", "Decimal", "HTML", "URL")) {
      wiring.scalar(TextScalar.named(scalar));
    }
    ProductFields.wire(wiring, facts.pricing().hasTaxes());
    new CartFields(carts, facts).wire(wiring);
    new CartMutations(carts).wire(wiring);
    root(wiring, facts);
    var definitions = new SchemaParser().parse(schema());
    var schema = new SchemaGenerator().makeExecutableSchema(definitions, wiring.build());
    var made =
        GraphQL.newGraphQL(schema)
            .preparsedDocumentProvider(new ParsedDocuments(limits))
            .defaultDataFetcherExceptionHandler(new FetchFailures())
            .build();
    // The parser loads its tables for the first document.
    made.execute(input(FIRST).build());
    return made;
  }

  private static void root(RuntimeWiring.Builder wiring, Facts facts) {
    Map<String, Object> shop =
        Map.of(
            "id",
            "gid://shopify/Shop/1",
            "name",
            facts.name(),
            "paymentSettings",
            Map.of("currencyCode", facts.currency()),
            "shipsToCountries",
            facts.pricing().countries().stream().sorted().toList());
    Map<String, Object> version =
        Map.of("handle", VERSION, "displayName", VERSION, "supported", true);
    wiring
        .type(
            "QueryRoot",
            type ->
                type.dataFetcher("products", ProductQuery::page)
                    .dataFetcher("product", ProductQuery::one)
                    .dataFetcher("productByHandle", ProductQuery::byHandle)
                    .dataFetcher("shop", field -> shop)
                    .dataFetcher("publicApiVersions", field -> List.of(version)))
        .type(
            "Shop",
            type ->
                type.dataFetcher("primaryDomain", field -> domain(ShopContext.of(field).base())))
        .type("Node", type -> type.typeResolver(at -> null))
        .type("DisplayableError", type -> type.typeResolver(at -> null));
  }

  private static Map<String, Object> domain(String base) {
    URI uri = URI.create(PlainText.defaultIfEmpty(base, "http://localhost"));
    return Map.of(
        "host", uri.getAuthority(), "sslEnabled", "https".equals(uri.getScheme()), "url", base);
  }

  private static String schema() {
    try (InputStream in = LocalShop.class.getResourceAsStream(SCHEMA)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Executes a document.
   *
   * @param operationName selects an operation; null for the only one
   * @return data and errors in wire form
   * @throws RuntimeException if the store fails
   */
  public Map<String, Object> execute(
      String query,
      Map<String, Object> variables,
      String operationName,
      StoredProducts products,
      String base) {
    ExecutionInput input =
        input(query)
            .variables(variables)
            .operationName(operationName)
            .graphQLContext(Map.of(ShopContext.class, new ShopContext(products, base)))
            .build();
    ExecutionResult result = graphql().execute(input);
    FetchFailures.rethrow(input.getGraphQLContext());
    if (products.isComplete()) {
      return result.toSpecification();
    }
    return result.transform(built -> built.addExtension("complete", false)).toSpecification();
  }

  /** Scalar with a text representation in JSON: dates, decimals, addresses, HTML. */
  private static final class TextScalar implements Coercing<String, String> {
    static GraphQLScalarType named(String name) {
      return GraphQLScalarType.newScalar().name(name).coercing(new TextScalar()).build();
    }

    @Override
    public String serialize(Object value, GraphQLContext context, Locale locale) {
      if (value instanceof Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
      }
      return value.toString();
    }

    @Override
    public String parseValue(Object value, GraphQLContext context, Locale locale) {
      return value.toString();
    }

    @Override
    public String parseLiteral(
        Value<?> value, CoercedVariables variables, GraphQLContext context, Locale locale) {
      if (value instanceof StringValue text) {
        return text.getValue();
      }
      throw new CoercingParseLiteralException("must be a string");
    }
  }

  /**
   * Separates client errors from internal failures. A client error is returned among the data. An
   * internal failure fails the whole request, and its details are not returned.
   */
  private static final class FetchFailures implements DataFetcherExceptionHandler {
    @Override
    public CompletableFuture<DataFetcherExceptionHandlerResult> handleException(
        DataFetcherExceptionHandlerParameters failed) {
      Throwable problem = failed.getException();
      if (!(problem instanceof GraphqlErrorException)) {
        failed.getDataFetchingEnvironment().getGraphQlContext().put(FetchFailures.class, problem);
      }
      GraphQLError error =
          GraphqlErrorBuilder.newError()
              .message(problem instanceof GraphqlErrorException ? problem.getMessage() : "failed")
              .path(failed.getPath())
              .location(failed.getSourceLocation())
              .build();
      return CompletableFuture.completedFuture(
          DataFetcherExceptionHandlerResult.newResult(error).build());
    }

    /** Throws the internal failure, if any. */
    static void rethrow(GraphQLContext context) {
      Throwable problem = context.get(FetchFailures.class);
      switch (problem) {
        case null -> {
          // No failure.
        }
        case RuntimeException known -> throw known;
        default -> throw new IllegalStateException(problem);
      }
    }
  }

  /**
   * Data that one execution reads.
   *
   * @param products for sale, the same for all of its fields
   */
  record ShopContext(StoredProducts products, String base) {
    static ShopContext of(DataFetchingEnvironment field) {
      return field.getGraphQlContext().get(ShopContext.class);
    }

    ShopVariant variant(Cart.Line line) {
      return products.variant(line.variant()).orElseThrow();
    }

    /** Returns the category of a variant's product; empty without one. */
    String category(ShopVariant variant) {
      return products.product(variant.productId()).map(ShopProduct::productType).orElse("");
    }

    /** Returns the lines whose variants still exist. */
    List<Cart.Line> lines(Cart cart) {
      products.expect(cart.lines().stream().map(Cart.Line::variant).toList());
      return cart.lines().stream()
          .filter(line -> products.variant(line.variant()).isPresent())
          .toList();
    }
  }

  /** Product search with words, field values and an order. */
  private static final class ProductQuery {
    static GraphqlConnection<ShopProduct> page(DataFetchingEnvironment field) {
      String words = field.getArgument("query");
      Predicate<ShopProduct> matches = null;
      if (words != null && !words.isBlank()) {
        matches = SearchSyntax.parse(words);
      }
      boolean forwards = GraphqlConnection.isForwards(field);
      boolean reverse = Boolean.TRUE.equals(field.getArgument("reverse"));
      String start = forwards ? "after" : "before";
      String end = forwards ? "before" : "after";
      StoredProducts products = ShopContext.of(field).products();
      String from = cursor(field, start, products);
      var search =
          new StoredProducts.Search(
              order(field.getArgument("sortKey")),
              reverse == forwards,
              from,
              cursor(field, end, products),
              matches);
      StoredProducts.Found found =
          products
              .search(search, GraphqlConnection.size(field, forwards ? "first" : "last"))
              .orElseThrow(() -> GraphqlConnection.noCursor(start));
      List<ShopProduct> shown = forwards ? found.products() : found.products().reversed();
      boolean before = from != null;
      return GraphqlConnection.of(shown, ShopProduct::id)
          .with(forwards ? found.more() : before, forwards ? before : found.more())
          .searchedTo(found.last(), forwards);
    }

    /** Returns the id of the product that a cursor names; null without a cursor. */
    private static String cursor(
        DataFetchingEnvironment field, String argument, StoredProducts products) {
      return GraphqlConnection.idOf(field, argument)
          .map(id -> products.product(id).orElseThrow(() -> GraphqlConnection.noCursor(argument)))
          .map(product -> product.legacyId())
          .orElse(null);
    }

    static ShopProduct one(DataFetchingEnvironment field) {
      StoredProducts products = ShopContext.of(field).products();
      String id = field.getArgument("id");
      String handle = field.getArgument("handle");
      return Optional.ofNullable(id)
          .flatMap(products::product)
          .or(() -> Optional.ofNullable(handle).flatMap(products::byHandle))
          .orElse(null);
    }

    static ShopProduct byHandle(DataFetchingEnvironment field) {
      return ShopContext.of(field).products().byHandle(field.getArgument("handle")).orElse(null);
    }

    private static ProductOrder order(String key) {
      return switch (key) {
        case "TITLE" -> ProductOrder.NAME;
        case "PRICE" -> ProductOrder.PRICE;
        case "UPDATED_AT" -> ProductOrder.UPDATED;
        case "PRODUCT_TYPE" -> ProductOrder.CATEGORY;
        case null, default -> ProductOrder.CREATED;
      };
    }
  }
}
