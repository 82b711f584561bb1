package dev.gatehouse.areas.payments;

import dev.gatehouse.areas.payments.orders.PaymentOrder;
import dev.gatehouse.areas.payments.orders.PaymentOrderRepository;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.outbox.Outbox;
import java.time.Duration;
import java.time.InstantSource;

/** Emails the owner once about each payment that needs attention. */
final class ProblemMails {
  private static final int ID_BYTES = 12;

  /** Maximum age of problems whose emails are repaired. The outbox remembers emails for longer. */
  private static final Duration LOOKED_AT = Duration.ofDays(7);

  private final PaymentOrderRepository orders;
  private final Outbox outbox;
  private final InstantSource clock;

  ProblemMails(PaymentOrderRepository orders, Outbox outbox, InstantSource clock) {
    this.orders = orders;
    this.outbox = outbox;
    this.clock = clock;
  }

  /** Enqueues the emails that are missing. Blocks. */
  void notifyOwner() {
    orders
        .problemsSince(clock.instant().minus(LOOKED_AT))
        .forEach(order -> outbox.enqueue(id(order), email(order).request()));
  }

  private static String id(PaymentOrder order) {
    String what = order.id() + ' ' + order.payment().problem();
    return Sha256.hex("payment problem " + what, ID_BYTES);
  }

  private static Email email(PaymentOrder order) {
    String text =
        """
        The payment of order %s (local ID %s) is %s and needs your attention:
        %s.

        Check it at the payment provider and with GET /payments/orders.
        """
            .formatted(order.order(), order.id(), order.state().label(), order.payment().problem());
    return Email.toOwner("", "Payment needs attention: " + order.order(), text);
  }
}
