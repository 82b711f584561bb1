package dev.gatehouse.areas.storefront;

import module java.base;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.imports.ImportOperations;
import dev.gatehouse.areas.storefront.GraphqlOperation.GraphqlRequest;
import dev.gatehouse.areas.storefront.carts.CartRepository;
import dev.gatehouse.areas.storefront.catalogue.Catalogue;
import dev.gatehouse.areas.storefront.catalogue.LocalCatalogue;
import dev.gatehouse.areas.storefront.catalogue.ProviderCatalogue;
import dev.gatehouse.areas.storefront.catalogue.StorefrontApi;
import dev.gatehouse.areas.storefront.graphql.LocalShop;
import dev.gatehouse.areas.storefront.graphql.PassThrough;
import dev.gatehouse.areas.storefront.news.Newsletter;
import dev.gatehouse.areas.storefront.orders.Orders;
import dev.gatehouse.areas.storefront.pages.NoticePages;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Message;
import dev.gatehouse.messages.ImportMessages;
import dev.gatehouse.messages.ProductMessages;
import dev.gatehouse.messages.StorefrontMessages;
import dev.gatehouse.provider.ProviderOptions;
import dev.gatehouse.provider.ProviderReply;
import dev.gatehouse.settings.Settings;

/** Assembles the storefront over the configured provider. */
public final class StorefrontModule {
  /** Twenty pages of products, of which each may have a hundred variants. */
  private static final ProviderOptions SHOP =
      ProviderOptions.of("storefront")
          .withMaxReplyBytes(8 << 20)
          .withRefusal(StorefrontModule::wantsPause);

  /** Maximum time for reading the site's own catalog. */
  private static final Duration CATALOGUE = Duration.ofSeconds(5);

  /** HTTP status with which shops reject suspected bots. */
  private static final int POSTPONED = 430;

  /**
   * Catalog of the products for sale, and the shop that executes GraphQL documents over them.
   *
   * @param loading prepares the shop and loads the products that are kept in memory
   */
  private record Source(
      Catalogue catalogue, BiFunction<Call, GraphqlRequest, Map<?, ?>> shop, Runnable loading) {}

  private StorefrontModule() {}

  /** Returns the id of the cart that is saved under an email address. */
  public static String savedCartId(String email) {
    return SavedCarts.id(email);
  }

  private static boolean wantsPause(ProviderReply reply) {
    return reply.status() == POSTPONED;
  }

  private static Source local(
      LocalCatalogue catalogue, CartRepository carts, StorefrontSettings settings) {
    var shop = new LocalShop(carts, settings.facts(), settings.limits());
    return new Source(
        catalogue,
        (call, request) ->
            shop.execute(
                request.query(),
                request.variablesOrNone(),
                request.operationName(),
                catalogue.products(call),
                call.base()),
        () -> {
          shop.prepare();
          catalogue.load();
        });
  }

  private static Source shop(NodeServices node, StorefrontSettings settings) {
    var client = node.providers().client(SHOP);
    var api = new StorefrontApi(client, settings.account());
    var shop = new PassThrough(api, settings.limits(), settings.open());
    return new Source(
        new ProviderCatalogue(api, client),
        (call, request) ->
            shop.execute(request.query(), request.variablesOrNone(), request.operationName()),
        () -> {});
  }

  /** Reads the area's settings to check them. */
  public static void readSettings(Settings settings) {
    StorefrontSettings.read(settings);
  }

  public static AreaModule of(NodeServices node) throws IOException {
    StorefrontSettings settings = StorefrontSettings.read(node.settings());
    var clock = node.clock();
    var local =
        new LocalCatalogue(
            node.dispatcher(), settings.facts().currency(), clock, CATALOGUE, clock::nanoTime);
    var carts = new CartRepository(node.documents(), node.random(), clock.guarded());
    Source source = settings.local() ? local(local, carts, settings) : shop(node, settings);
    Catalogue catalogue = source.catalogue();
    var graphql = new GraphqlOperation(settings.account(), source.shop());
    var saved = new SavedCarts(catalogue, node.documents(), clock.guarded());
    var notices = new NoticePages(node.documents(), clock, node.pages());
    var newsletter = new Newsletter(node, notices, settings.facts().name(), settings.confirmNews());
    var orders = new Orders(node, settings.hold());
    var holds =
        new UnpaidHolds(node.documents(), orders.repository(), settings.holds(), clock.guarded());
    var imports =
        new ImportOperations(
            List.of(
                new ImportOperations.Kind(
                    "orders",
                    "storefront.importOrders",
                    call -> orders.imports(settings.facts().currency())),
                new ImportOperations.Kind(
                    "subscribers", "storefront.importSubscribers", call -> newsletter.imports())),
            node.blobs());
    var area =
        Area.of(
            "storefront",
            List.of(
                new ProductLists(catalogue, settings, clock).operations(),
                graphql.operations(),
                saved.operations(),
                imports.operations(),
                newsletter.operations(),
                new ShelfOperations(catalogue, settings, node.dispatcher(), notices).operations(),
                new CartOperations(catalogue, orders, holds, settings, node.pages(), notices)
                    .operations(),
                notices.operations(),
                new ShopOrderOperations(
                        orders,
                        holds,
                        node.pages(),
                        notices,
                        settings.facts().seller(),
                        node.settings().ownerZone())
                    .operations()),
            Message.Handlers.of()
                .on(StorefrontMessages.FIGURES, orders::figures)
                .on(StorefrontMessages.SALES, orders::sales)
                .on(StorefrontMessages.PAYMENT_CHANGED, orders::paymentChanged)
                .and(imports.messages(ImportMessages.SHOP)));
    return AreaModule.of(area)
        .addFigures(StorefrontMessages.FIGURES)
        .addPreparation(orders.repository()::prepare)
        .onEvent(ProductMessages.CHANGED, local::changed)
        .everySecond("storefront.loadProducts", source.loading()::run)
        .every(Duration.ofMinutes(1), "storefront.lookAfterOrders", orders::reconcile)
        .expiring("storefront.forgetOrders", clock, Orders.OVER_KEPT, orders::deleteExpired)
        .expiring(
            "storefront.forgetCarts",
            clock,
            settings.keepCarts(),
            age -> {
              carts.deleteOlderThan(age);
              saved.deleteOlderThan(age);
            })
        .expiring("storefront.forgetSignUps", clock, Newsletter.kept(), newsletter::deletePending)
        .expiring("storefront.forgetHolds", clock, Duration.ZERO, holds::deleteOld);
  }
}
