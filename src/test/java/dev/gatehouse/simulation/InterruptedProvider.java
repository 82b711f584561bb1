package dev.gatehouse.simulation;

import dev.gatehouse.areas.payments.paypal.OrderProvider;
import dev.gatehouse.areas.payments.paypal.PayPalOrder;
import dev.gatehouse.areas.payments.paypal.RefusedException;
import dev.gatehouse.formats.Money;
import java.util.Optional;

/** Provider whose caller is paused once before a reply. It is lost if the other work fails. */
final class InterruptedProvider implements OrderProvider {
  private static final Runnable NOTHING = () -> {};

  private final OrderProvider provider;
  private Runnable capture = NOTHING;
  private Runnable read = NOTHING;

  InterruptedProvider(OrderProvider provider) {
    this.provider = provider;
  }

  /** Runs work after the next capture, before its caller gets the reply. */
  void afterCapture(Runnable other) {
    capture = other;
  }

  /** Runs work after the next read, before its caller gets the reply. */
  void afterRead(Runnable other) {
    read = other;
  }

  @Override
  public PayPalOrder create(String requestId, Object order) throws RefusedException {
    return provider.create(requestId, order);
  }

  @Override
  public PayPalOrder capture(String id, String requestId) throws RefusedException {
    PayPalOrder captured = provider.capture(id, requestId);
    Runnable work = capture;
    capture = NOTHING;
    work.run();
    return captured;
  }

  @Override
  public Optional<PayPalOrder> read(String id) {
    Optional<PayPalOrder> order = provider.read(id);
    Runnable work = read;
    read = NOTHING;
    work.run();
    return order;
  }

  @Override
  public void refund(String id, String requestId, Money amount) throws RefusedException {
    provider.refund(id, requestId, amount);
  }
}
