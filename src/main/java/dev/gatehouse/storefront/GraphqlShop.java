package dev.gatehouse.storefront;

import dev.gatehouse.bus.Call;
import dev.gatehouse.storefront.GraphqlOperation.GraphqlRequest;
import java.util.Map;

/** A shop that executes GraphQL documents. */
interface GraphqlShop {
  /**
   * Executes a document; blocks.
   *
   * @return data and errors, as they are sent
   * @throws dev.gatehouse.bus.FailureException when nothing is executed
   */
  Map<?, ?> execute(Call call, GraphqlRequest request);
}
