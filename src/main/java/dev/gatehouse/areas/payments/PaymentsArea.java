package dev.gatehouse.areas.payments;

import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Message;
import dev.gatehouse.messages.PaymentMessages;
import java.util.Map;

/**
 * Payments area: orders are created, captured and listed, and webhooks of the provider are
 * received.
 */
record PaymentsArea(
    Message.Handlers others,
    CreateOperation create,
    CaptureOperation capture,
    OrderList list,
    WebhookOperation webhook)
    implements Area {
  @Override
  public String name() {
    return "payments";
  }

  @Override
  public Map<String, Handler> operations() {
    return Map.of(
        "payments.createOrder",
            Area.returning(
                CreateOperation.CreatedOrder.class,
                Area.accepting(CreateOrderRequest.class, create::create)),
        "payments.captureOrder",
            Area.returning(
                CaptureOperation.CapturedOrder.class,
                Area.accepting(CaptureOperation.CaptureOrderRequest.class, capture::capture)),
        "payments.listOrders", Area.returning(OrderList.OrderPage.class, list::list),
        "payments.webhook", Area.returning(Done.class, webhook::receive));
  }

  @Override
  public Message.Handlers messages() {
    return Message.Handlers.of()
        .on(PaymentMessages.FIGURES, list::figures)
        .on(PaymentMessages.CHECKOUT, create::checkout)
        .and(others)
        .on(PaymentMessages.CAPTURE_AGREED, capture::captureAgreed);
  }
}
