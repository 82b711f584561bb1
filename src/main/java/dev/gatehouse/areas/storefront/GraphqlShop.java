package dev.gatehouse.areas.storefront;

import dev.gatehouse.areas.storefront.GraphqlOperation.GraphqlRequest;
import dev.gatehouse.bus.Call;
import java.util.Map;

/** Shop that executes GraphQL documents. */
interface GraphqlShop {
  /**
   * Executes a document. Blocks.
   *
   * @return data and errors in wire form
   * @throws dev.gatehouse.bus.ApiException if nothing is executed
   */
  Map<?, ?> execute(Call call, GraphqlRequest request);
}
