package dev.gatehouse.http;

import module java.base;

import dev.gatehouse.contract.Contract;
import dev.gatehouse.contract.Operation;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.SchemaRepository;
import io.vertx.openapi.contract.OpenAPIContract;
import io.vertx.openapi.contract.OpenAPIVersion;
import io.vertx.openapi.contract.impl.OpenAPIContractImpl;

/**
 * The routing table: a router of vertx-web-openapi-router for each beginning of a path. A router
 * tries its routes one after the other, so a request looks at those of its beginning only.
 */
final class Routes {
  /** Beginning of the paths that start with a parameter, and of all unknown paths. */
  private static final String OTHERS = "";

  private static final String LONG = "/api/";

  private static final String SHORT_URL = "/r/";
  private static final String RESOLVED = "/api/proxy/redirects/resolve/";

  /** Paths with a short URL's key of several parts. */
  private static final Pattern PARTS =
      Pattern.compile("(%s|%s)([^/]+(?:/(?!qr/?$)[^/]+)+)(/qr)?/?".formatted(SHORT_URL, RESOLVED));

  /** Schema options for the routers, which do not use the library's validation. */
  private static final JsonSchemaOptions NO_SCHEMAS =
      new JsonSchemaOptions().setBaseUri("app://gatehouse");

  private final Map<String, Router> routers = new HashMap<>();
  private final Router otherRouter;
  private final Router unclearRouter;

  /**
   * @param contracts the result of {@link #contracts}
   * @param router creates the router of a part of the contract
   */
  Routes(
      Vertx vertx,
      Map<String, OpenAPIContract> contracts,
      Function<OpenAPIContract, Router> router) {
    contracts.forEach((beginning, part) -> routers.put(beginning, router.apply(part)));
    otherRouter = routers.get(OTHERS);
    unclearRouter = Router.router(vertx);
    unclearRouter.route().handler(this::reroute);
  }

  /**
   * Reads the contract for the routers of all verticles of a node. Does not block.
   *
   * <p>The library's factory first validates the contract against OpenAPI's schemas, which takes a
   * sixth of a node's start time. The tests validate the shipped contract instead.
   */
  static Future<Map<String, OpenAPIContract>> contracts(Vertx vertx, Contract contract) {
    return vertx.executeBlocking(() -> {
      Map<String, List<Operation>> parts =
          contract.operations().stream()
              .collect(
                  Collectors.groupingBy(
                      operation -> ofTemplate(operation.path()),
                      TreeMap::new,
                      Collectors.toList()));
      parts.putIfAbsent(OTHERS, List.of());
      var schemas = SchemaRepository.create(NO_SCHEMAS);
      Map<String, OpenAPIContract> contracts = new HashMap<>();
      parts.forEach((beginning, operations) ->
          contracts.put(
              beginning,
              new OpenAPIContractImpl(
                  contract.forRouter(operations), OpenAPIVersion.V3_1, schemas)));
      return contracts;
    });
  }

  private static String ofTemplate(String path) {
    String beginning = beginning(path);
    return beginning.indexOf('{') < 0 ? beginning : OTHERS;
  }

  /** Returns the first segment of a path, or the first three if it is one of the API. */
  private static String beginning(String path) {
    int end = path.indexOf('/', 1);
    if (path.startsWith(LONG)) {
      end = path.indexOf('/', LONG.length());
      end = end < 0 ? end : path.indexOf('/', end + 1);
    }
    return end < 0 ? path : path.substring(0, end);
  }

  /** Adds a path that the contract does not define and that no stage handles. */
  void add(String path, Router router) {
    routers.put(path, router);
  }

  void handle(HttpServerRequest request) {
    String path = request.path();
    if (isUnclear(path) || mayHaveParts(path)) {
      unclearRouter.handle(request);
    } else {
      of(path).handle(request);
    }
  }

  /** Returns whether a path must be normalized: escapes, empty segments, dots or parameters. */
  private static boolean isUnclear(String path) {
    return path.indexOf('%') >= 0
        || path.indexOf(';') >= 0
        || path.contains("//")
        || path.contains("/.");
  }

  private static boolean mayHaveParts(String path) {
    return (path.startsWith(SHORT_URL) && path.indexOf('/', SHORT_URL.length()) > 0)
        || (path.startsWith(RESOLVED) && path.indexOf('/', RESOLVED.length()) > 0);
  }

  private Router of(String path) {
    return routers.getOrDefault(beginning(path), otherRouter);
  }

  private void reroute(RoutingContext context) {
    String path = context.normalizedPath();
    Matcher parts = PARTS.matcher(path);
    if (parts.matches()) {
      // The key of a short URL has its slashes, which a parameter of the router cannot have.
      String key = parts.group(2).replace("/", "%2F");
      context.reroute(parts.group(1) + key + Objects.requireNonNullElse(parts.group(3), ""));
    } else {
      of(path).handleContext(context);
    }
  }
}
