package dev.gatehouse.areas.payments;

import dev.gatehouse.areas.payments.orders.PaymentOrder;
import dev.gatehouse.areas.payments.orders.PaymentOrderRepository;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.pages.Pages;
import java.time.Duration;
import java.time.InstantSource;

/** Emails the owner once about each payment that needs attention. */
record ProblemMails(
    PaymentOrderRepository orders, Outbox outbox, Pages pages, InstantSource clock) {
  private static final int ID_BYTES = 12;

  /** Maximum age of problems whose emails are repaired. The outbox remembers emails for longer. */
  private static final Duration LOOKED_AT = Duration.ofDays(7);

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

  private Email email(PaymentOrder order) {
    return email(
        pages,
        order.order(),
        order.id(),
        order.state().label().replace('_', ' '),
        order.payment().problem());
  }

  static Email email(Pages pages, String order, String id, String state, String problem) {
    return Email.toOwner("", pages.mail("mail.payment-problem", order, id, state, problem).mail());
  }
}
