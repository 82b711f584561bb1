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
 * The way of a request to its stages. The path of nearly every request is one of the contract as it
 * stands, or clearly of one template, and leads to a router of that operation alone: the router of
 * all would try one route after the other, and the contract has many.
 */
final class Routes {
  /** Escapes, empty names and dots are for the router of all, which knows what they amount to. */
  private static final Pattern UNCLEAR = Pattern.compile("%|//|/\\.|;");

  private static final Pattern PARAMETER = Pattern.compile("\\{[^}]+}");

  private final Router all;
  private final Map<String, Map<HttpMethod, Router>> literal = new HashMap<>();
  private final List<Template> templates = new ArrayList<>();

  /** A path with parameters, and what is served there. */
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
   * @param all routes every request
   * @param alone makes the router of one operation that has its path to itself
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

  /** Empty where no template fits, or more than one. */
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

  /** Serves HEAD wherever GET is served. */
  static void serveHead(Route route) {
    if (route.methods() != null && route.methods().contains(HttpMethod.GET)) {
      route.method(HttpMethod.HEAD);
    }
  }
}
