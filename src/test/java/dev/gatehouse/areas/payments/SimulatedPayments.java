package dev.gatehouse.areas.payments;

import module java.base;

import dev.gatehouse.area.JobPostponedException;
import dev.gatehouse.areas.payments.orders.PaymentOrderRepository;
import dev.gatehouse.areas.payments.paypal.OrderProvider;
import dev.gatehouse.areas.storefront.orders.SimulatedShop;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Message;
import dev.gatehouse.bus.MessageBus;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.messages.PaymentMessages;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.provider.webhooks.WebhookInbox;
import dev.gatehouse.simulation.SimulatedTime;
import dev.gatehouse.store.Documents;

/** The payments of a simulated node. Signatures of webhooks are not simulated. */
public final class SimulatedPayments {
  private final CaptureOperation capture;
  private final Reconciliation reconciliation;
  private final ShopNotices notices;
  private final ProblemMails mails;
  private final WebhookInbox inbox;
  private final WebhookEvents events;
  private final Message.Handlers messages;

  public SimulatedPayments(
      Documents documents,
      OrderProvider provider,
      MessageBus bus,
      InstantSource clock,
      Runnable yield) {
    var webhook = new PaymentsSettings.Webhook("w", List.of());
    PaymentsSettings settings = PaymentsInMemory.settings("https://pay", webhook);
    var orders = new PaymentOrderRepository(documents, clock);
    Pause pause = duration -> yield.run();
    notices = new ShopNotices(orders, bus, clock);
    reconciliation = new Reconciliation(settings, orders, provider, notices, clock);
    var lookup = new PaymentLookup(settings, orders, reconciliation, clock);
    var work = new CaptureWork(orders, provider, pause, clock);
    capture = new CaptureOperation(settings, orders, work, pause, notices, clock);
    var create =
        new CreateOperation(
            settings, new PriceCheck(settings.catalogue(), null), orders, provider, clock);
    var refund = new RefundOperation(settings, orders, provider, reconciliation, lookup);
    inbox = new WebhookInbox("payments", documents, clock);
    events = new WebhookEvents(orders, reconciliation, clock);
    mails =
        new ProblemMails(
            orders, new Outbox(documents, SimulatedTime.of(clock)), SimulatedShop.PAGES, clock);
    messages =
        Message.Handlers.of()
            .on(PaymentMessages.CHECKOUT, create::checkout)
            .on(PaymentMessages.CAPTURE_AGREED, capture::captureAgreed)
            .on(PaymentMessages.PAYMENT, lookup::facts)
            .on(PaymentMessages.REFUND, refund::refund);
  }

  public Message.Handlers messages() {
    return messages;
  }

  /** Captures an order as the public operation does. */
  public void captureInPublic(String order) {
    Origin payer = Origin.ownTask("payer", "payer");
    Call call = Call.message("payments.captureOrder", payer, Duration.ofSeconds(10), Map.of());
    capture.capture(call, new CaptureOperation.CaptureOrderRequest(order));
  }

  /** Receives a verified event of an order. */
  public void receive(String event, String type, String order) {
    var disputed = List.of(new WebhookEvent.Disputed("C" + order));
    var resource = new WebhookEvent.Resource(order, null, null, disputed);
    inbox.once(event, () -> events.take(new WebhookEvent(event, type, resource)));
  }

  /** Runs the jobs once. */
  public void work() {
    try {
      reconciliation.run();
    } catch (JobPostponedException later) {
      // The next run continues.
    }
    notices.run();
    mails.notifyOwner();
  }
}
