package dev.gatehouse.areas.payments;

import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Done;
import java.util.Map;

/** Payments: orders are created, captured, listed, and told of by the provider. */
final class PaymentsArea implements Area {
  private final CreateOperation create;
  private final CaptureOperation capture;
  private final OrderList list;
  private final WebhookOperation webhook;

  PaymentsArea(
      CreateOperation create, CaptureOperation capture, OrderList list, WebhookOperation webhook) {
    this.create = create;
    this.capture = capture;
    this.list = list;
    this.webhook = webhook;
  }

  @Override
  public String name() {
    return "payments";
  }

  @Override
  public Map<String, Handler> operations() {
    return Map.of(
        "payments.createOrder",
            Area.giving(
                CreateOperation.CreatedOrder.class,
                Area.taking(CreateOrderRequest.class, create::create)),
        "payments.captureOrder",
            Area.giving(
                CaptureOperation.CapturedOrder.class,
                Area.taking(CaptureOperation.CaptureOrderRequest.class, capture::capture)),
        "payments.listOrders", Area.giving(OrderList.OrderPage.class, list::list),
        "payments.webhook", Area.giving(Done.class, webhook::receive));
  }

  @Override
  public Map<String, Handler> messages() {
    return Map.of(
        "payments.figures", list::figures,
        "payments.checkout", create::checkout,
        "payments.captureAgreed", capture::captureAgreed);
  }
}
