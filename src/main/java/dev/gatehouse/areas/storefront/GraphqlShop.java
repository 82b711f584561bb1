package dev.gatehouse.areas.storefront;

import dev.gatehouse.areas.storefront.GraphqlOperation.GraphqlRequest;
import dev.gatehouse.bus.Call;
import java.util.Map;

/** A shop that executes GraphQL documents. */
interface GraphqlShop {
  /**
   * Executes a document; blocks.
   *
   * @return data and errors, as they are sent
   * @throws dev.gatehouse.bus.ApiException when nothing is executed
   */
  Map<?, ?> execute(Call call, GraphqlRequest request);
}
