package dev.gatehouse.http;

import dev.gatehouse.contract.Operation;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Dispatcher of requests to their stages. Nearly every path equals a path of the contract or
 * matches exactly one template, and goes directly to the router of that operation. This avoids the
 * main router, which tries its many routes one after the other.
 */
final class Routes {
  /**
   * Paths with escapes, empty segments, leading dots or parameters. The main router handles them,
   * because it normalizes paths.
   */
  private static final Pattern UNCLEAR = Pattern.compile("%|//|/\\.|;");

  private static final Pattern PARAMETER = Pattern.compile("\\{[^}]+}");

  private final Router all;
  private final Map<String, Map<HttpMethod, Router>> literal = new HashMap<>();
  private final List<Template> templates = new ArrayList<>();

  /** Path with parameters, and its routers by method. */
  private record Template(
      String path, String prefix, Pattern pattern, Map<HttpMethod, Router> methods) {
    static Template of(String path) {
      String prefix = path.substring(0, path.indexOf('{'));
      String names = PARAMETER.matcher(path).replaceAll("\\\\E[^/]+\\\\Q");
      return new Template(path, prefix, Pattern.compile("\\Q" + names + "\\E"), new HashMap<>());
    }

    boolean matches(String requested) {
      return requested.startsWith(prefix) && pattern.matcher(requested).matches();
    }
  }

  /**
   * @param all router for every request
   * @param alone creates a router that serves a single operation
   */
  Routes(Router all, Collection<Operation> operations, Function<Operation, Router> alone) {
    this.all = all;
    for (Operation operation : operations) {
      Router router = alone.apply(operation);
      Map<HttpMethod, Router> methods = methods(operation.path());
      methods.put(operation.method(), router);
      if (operation.method().equals(HttpMethod.GET)) {
        methods.put(HttpMethod.HEAD, router);
      }
    }
  }

  /** Adds a path that the contract does not define and that no stage handles. */
  void add(HttpMethod method, String path, Router router) {
    literal.put(path, Map.of(method, router));
  }

  private Map<HttpMethod, Router> methods(String path) {
    if (path.indexOf('{') < 0) {
      return literal.computeIfAbsent(path, first -> new HashMap<>());
    }
    for (Template known : templates) {
      if (known.path().equals(path)) {
        return known.methods();
      }
    }
    Template template = Template.of(path);
    templates.add(template);
    return template.methods();
  }

  void handle(HttpServerRequest request) {
    String path = request.path();
    Map<HttpMethod, Router> methods = literal.get(path);
    if (methods == null) {
      methods = templated(path);
    }
    methods.getOrDefault(request.method(), all).handle(request);
  }

  /**
   * Returns the routers of the matching template. Empty if no template matches, or more than one.
   */
  private Map<HttpMethod, Router> templated(String path) {
    Map<HttpMethod, Router> found = Map.of();
    if (UNCLEAR.matcher(path).find()) {
      return found;
    }
    for (Template template : templates) {
      if (template.matches(path)) {
        if (!found.isEmpty()) {
          return Map.of();
        }
        found = template.methods();
      }
    }
    return found;
  }

  static void serveHead(Route route) {
    if (route.methods() != null && route.methods().contains(HttpMethod.GET)) {
      route.method(HttpMethod.HEAD);
    }
  }
}
