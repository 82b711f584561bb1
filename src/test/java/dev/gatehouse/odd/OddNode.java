package dev.gatehouse.odd;

import dev.gatehouse.TestNode;
import dev.gatehouse.areas.payments.PayPalSimulator;

/** A node whose limits allow odd inputs, and its payment provider. */
record OddNode(TestNode node, PayPalSimulator provider) {
  static OddNode create() {
    var provider = new PayPalSimulator();
    TestNode node =
        new TestNode()
            .behindProxy()
            .with("STOREFRONT_MAX_UNPAID_ORDERS=0 STOREFRONT_MAX_UNPAID_UNITS=0")
            .with(provider.settings());
    return new OddNode(node, provider);
  }
}
