package dev.gatehouse.storefront;

import dev.gatehouse.module.AreaModule;
import dev.gatehouse.module.NodeServices;
import dev.gatehouse.storefront.carts.CartRepository;
import dev.gatehouse.storefront.catalogue.LocalCatalogue;
import dev.gatehouse.storefront.graphql.LocalShop;
import dev.gatehouse.storefront.orders.Orders;
import java.time.Duration;
import java.util.List;

/** Puts the storefront together over the provider that is set. */
public final class StorefrontModule {
  private static final String PRODUCTS_CHANGED = "products.changed";

  private StorefrontModule() {}

  /** The area over a node's documents. */
  public static AreaModule of(NodeServices node) {
    StorefrontSettings settings = StorefrontSettings.read(node.settings());
    var clock = node.clock();
    var catalogue =
        new LocalCatalogue(node.dispatcher(), settings.facts().currency(), clock);
    var carts = new CartRepository(node.documents(), node.random(), clock);
    var saved = new SavedCarts(catalogue, node.documents(), clock);
    var newsletter = new Newsletter(node.documents(), clock);
    var orders = new Orders(node, settings.hold());
    var shop = new LocalShop(carts, settings.facts(), settings.limits());
    var area =
        new StorefrontArea(
            List.of(
                new ProductLists(catalogue, settings).operations(),
                new GraphqlOperation(settings.token(), catalogue, shop).operations(),
                saved.operations(),
                newsletter.operations(),
                new CartOperations(catalogue, orders, settings).operations(),
                new OrderOperations(orders).operations()));
    return AreaModule.of(area)
        .prepares(carts::prepare)
        .prepares(saved::prepare)
        .prepares(newsletter::prepare)
        .prepares(orders.repository()::prepare)
        .listens(PRODUCTS_CHANGED, catalogue::changed)
        .every(Duration.ofMinutes(1), "storefront.lookAfterOrders", orders::lookAfter)
        .every(Duration.ofHours(1), "storefront.forgetOrders", orders::forgetOver)
        .every(
            Duration.ofHours(1),
            "storefront.forgetCarts",
            () -> {
              carts.forgetOlderThan(settings.keepCarts());
              saved.forgetOlderThan(settings.keepCarts());
            });
  }
}
