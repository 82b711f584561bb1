package dev.gatehouse.http;

import dev.gatehouse.contract.Operation;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The way of a request to its stages. A path without a template is found by a look-up: the router
 * would try one route after the other, and the contract has many.
 */
final class Routes {
  private final Router all;
  private final Map<String, Map<HttpMethod, Router>> literal = new HashMap<>();

  /**
   * @param all routes every request
   * @param alone makes the router of one operation that has its path to itself
   */
  Routes(Router all, Collection<Operation> operations, Function<Operation, Router> alone) {
    this.all = all;
    for (Operation operation : operations) {
      if (operation.path().indexOf('{') < 0) {
        Router router = alone.apply(operation);
        Map<HttpMethod, Router> methods =
            literal.computeIfAbsent(operation.path(), first -> new HashMap<>());
        methods.put(operation.method(), router);
        if (operation.method().equals(HttpMethod.GET)) {
          methods.put(HttpMethod.HEAD, router);
        }
      }
    }
  }

  void handle(HttpServerRequest request) {
    Map<HttpMethod, Router> methods = literal.get(request.path());
    Router own = methods == null ? null : methods.get(request.method());
    (own == null ? all : own).handle(request);
  }
}
