package dev.gatehouse.bench;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.gatehouse.contract.Contract;
import dev.gatehouse.contract.ContractFiles;
import dev.gatehouse.contract.Operation;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.openapi.router.RouterBuilder;
import io.vertx.openapi.contract.OpenAPIContract;
import org.slf4j.LoggerFactory;

/**
 * What starting costs without a house: Vert.x, the contract, a route for each of its operations,
 * and a port.
 */
public final class PlainContract {
  private PlainContract() {}

  public static void main(String[] arguments) {
    // Logback's own default is to print all that Netty says while it starts.
    ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.WARN);
    Vertx vertx = Vertx.vertx();
    Contract contract = ContractFiles.load("X-API-Key", "");
    OpenAPIContract.from(vertx, contract.forRouter(contract.operations()))
        .map(openApi -> router(vertx, contract, openApi))
        .compose(router ->
            vertx
                .createHttpServer()
                .requestHandler(router)
                .listen(Integer.parseInt(arguments[0]), "127.0.0.1"))
        .toCompletionStage()
        .toCompletableFuture()
        .join();
  }

  private static Router router(Vertx vertx, Contract contract, OpenAPIContract openApi) {
    RouterBuilder builder = RouterBuilder.create(vertx, openApi);
    for (Operation operation : contract.operations()) {
      builder
          .getRoute(operation.id())
          .setDoValidation(false)
          .addHandler(context -> context.end("{}"));
    }
    return builder.createRouter();
  }
}
