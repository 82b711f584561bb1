package dev.gatehouse.areas.payments;

import module java.base;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.areas.payments.CreateOperation.CreateOrderRequest;
import dev.gatehouse.areas.payments.orders.PaymentOrderRepository;
import dev.gatehouse.areas.payments.paypal.PayPalApi;
import dev.gatehouse.areas.payments.paypal.WebhookSignature;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Message;
import dev.gatehouse.messages.PaymentMessages;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.provider.ProviderOptions;
import dev.gatehouse.provider.webhooks.WebhookInbox;
import dev.gatehouse.settings.Settings;

/** Assembles the payments area over the configured provider. */
public final class PaymentsModule {
  /** Together with the callers that wait for another capture, fewer than the area's permits. */
  private static final ProviderOptions PROVIDER =
      ProviderOptions.of("payments").withBulkhead(8, 16);

  /**
   * Separate limits, because anyone can name an invalid certificate, which must not slow down
   * payments.
   */
  private static final ProviderOptions CERTIFICATES =
      ProviderOptions.of("payments-certificates")
          .withTimeout(Duration.ofSeconds(5))
          .withBulkhead(2, 4);

  private static final Duration UNPAID_KEPT = Duration.ofDays(90);

  private PaymentsModule() {}

  /** Reads the area's settings to check them. */
  public static void readSettings(Settings settings) {
    PaymentsSettings.read(settings.section("payments"));
  }

  /** Returns the area, which stores its data in the node's documents. */
  public static AreaModule of(NodeServices node) {
    PaymentsSettings settings = PaymentsSettings.read(node.settings().section("payments"));
    var trusted = node.clock();
    InstantSource clock = trusted.guarded();
    var orders = new PaymentOrderRepository(node.documents(), clock);
    var provider =
        new PayPalApi(
            node.providers().client(PROVIDER.withTimeout(settings.timeout())), settings.account());
    var shop = new ShopNotices(orders, node.dispatcher(), clock);
    var reconciliation = new Reconciliation(settings, orders, provider, shop, clock);
    var lookup = new PaymentLookup(settings, orders, reconciliation, clock);
    Pause pause =
        duration -> node.vertx().timer(duration.toMillis(), TimeUnit.MILLISECONDS).await();
    var inbox = new WebhookInbox("payments", node.documents(), clock);
    var signature =
        new WebhookSignature(
            node.providers().client(CERTIFICATES),
            settings.webhook().certificates(),
            settings.webhook().id(),
            clock);
    var work = new CaptureWork(orders, provider, pause, clock);
    var letters = new ProblemMails(orders, node.outbox(), node.pages(), clock);
    var refund = new RefundOperation(settings, orders, provider, reconciliation, lookup);
    var create =
        new CreateOperation(
            settings,
            new PriceCheck(settings.catalogue(), node.dispatcher()),
            orders,
            provider,
            clock);
    var capture = new CaptureOperation(settings, orders, work, pause, shop, clock);
    var list = new OrderList(orders);
    var webhook =
        new WebhookOperation(
            settings, signature, inbox, new WebhookEvents(orders, reconciliation, clock), clock);
    Map<String, Area.Handler> operations =
        Map.of(
            "payments.createOrder",
                Area.returning(
                    CreateOperation.CreatedOrder.class, CreateOrderRequest.class, create::create),
            "payments.captureOrder",
                Area.returning(
                    CaptureOperation.CapturedOrder.class,
                    CaptureOperation.CaptureOrderRequest.class,
                    capture::capture),
            "payments.listOrders", Area.returning(OrderList.OrderPage.class, list::list),
            "payments.webhook", Area.returning(Done.class, webhook::receive));
    var area =
        Area.of(
            "payments",
            List.of(operations),
            Message.Handlers.of()
                .on(PaymentMessages.FIGURES, list::figures)
                .on(PaymentMessages.CHECKOUT, create::checkout)
                .on(PaymentMessages.PAYMENT, lookup::facts)
                .on(PaymentMessages.REFUND, refund::refund)
                .on(PaymentMessages.CAPTURE_AGREED, capture::captureAgreed));
    return AreaModule.of(area)
        .every(Duration.ofMinutes(1), "payments.reconcile", reconciliation::run)
        .every(Duration.ofMinutes(1), "payments.notifyShop", shop::run)
        .every(Duration.ofMinutes(1), "payments.tellProblems", letters::notifyOwner)
        .expiring("payments.forgetUnpaid", trusted, UNPAID_KEPT, orders::deleteUnpaid)
        .expiring("payments.forgetEvents", trusted, Duration.ZERO, inbox::deleteExpired)
        .addFigures(PaymentMessages.FIGURES);
  }

  /** Returns emails with sample data by their kind, for previews. */
  public static Map<String, Email> mailSamples(Pages pages) {
    return Map.of(
        "payment-problem",
        ProblemMails.email(
            pages,
            "5O190127TN364715T",
            "65f0c2a9b7e4d81c3a5f6e03",
            "paid",
            "ordered 60.00 USD, captured 55.00 USD"));
  }
}
