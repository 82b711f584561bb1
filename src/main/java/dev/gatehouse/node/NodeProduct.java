package dev.gatehouse.node;

import dev.gatehouse.contract.Contract;
import dev.gatehouse.contract.ContractFiles;
import dev.gatehouse.node.extensions.Extensions;
import dev.gatehouse.settings.Settings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;

/**
 * Operations that a node serves, and the extensions that add some of them.
 *
 * @param contract is read in parallel with the opening of the store
 */
record NodeProduct(Future<Contract> contract, Extensions extensions) {
  static NodeProduct read(Vertx vertx, Settings settings, Extensions extensions) {
    String keyHeader = settings.access().apiKeyHeader();
    String contact = settings.contact().url();
    String shopToken = settings.section("storefront").text("tokenHeader");
    return new NodeProduct(
        vertx.executeBlocking(
            () -> ContractFiles.load(keyHeader, contact, shopToken, extensions.contracts()), false),
        extensions);
  }
}
