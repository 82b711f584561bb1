package dev.gatehouse.areas.storefront.orders;

import module java.base;

import dev.gatehouse.areas.storefront.orders.PaymentClient.PaymentTruth;
import dev.gatehouse.formats.Money;

/**
 * Facts about the money and the goods of an order, beside its state.
 *
 * @param captured the money that was taken; null if none is known
 * @param refunded the money that was returned; null if none is known
 * @param decided whether the owner has decided on the payment
 * @param stock sold or short; null while the stock is not settled
 * @param problem what the owner must check; null without a problem
 * @param report where these facts are from
 */
public record Ledger(
    Money captured, Money refunded, boolean decided, String stock, String problem, Report report) {
  static final Ledger NONE = new Ledger(null, null, false, null, null, Report.NONE);

  /** A ledger of an earlier release has no report. */
  public Ledger {
    report = Objects.requireNonNullElse(report, Report.NONE);
  }

  /**
   * Report of the payments area.
   *
   * @param version of the payment; 0 if unknown
   * @param won number of chargebacks whose money came back
   * @param outside ids of the refunds that the owner has made without the provider
   * @param undone number of decisions that the owner has taken back
   */
  public record Report(long version, int won, List<String> outside, int undone) {
    static final Report NONE = new Report(0, 0);

    public Report(long version, int won) {
      this(version, won, List.of(), 0);
    }

    Report at(long newer) {
      return new Report(newer, won, outside, undone);
    }

    /** A report of an earlier release has no refunds of the owner. */
    public Report {
      outside = Objects.requireNonNullElse(outside, List.of());
    }
  }

  boolean hasSold() {
    return "sold".equals(stock);
  }

  /** Returns whether the goods were sold out when the money came. */
  public boolean hasShortage() {
    return "short".equals(stock);
  }

  int won() {
    return report.won();
  }

  Ledger with(PaymentTruth truth) {
    return new Ledger(
        truth.captured(),
        truth.refunded(),
        decided,
        stock,
        truth.problem(),
        report.at(truth.version()));
  }

  /** Returns these facts, confirmed by a newer report. */
  Ledger at(PaymentTruth truth) {
    return new Ledger(captured, refunded, decided, stock, problem, report.at(truth.version()));
  }

  /** Returns whether facts are older than these, because another caller has applied newer ones. */
  boolean isNewerThan(PaymentTruth truth) {
    return truth.version() > 0 && truth.version() < report.version();
  }

  /** Returns these facts after the money of a chargeback came back. */
  Ledger returnedToShop() {
    return new Ledger(
        captured,
        refunded,
        decided,
        stock,
        problem,
        new Report(report.version(), won() + 1, report.outside(), report.undone()));
  }

  /** Returns these facts after a refund that the owner has made without the provider. */
  Ledger refunded(String id, Money amount) {
    List<String> all = new ArrayList<>(report.outside());
    all.add(id);
    return new Ledger(
        captured,
        refunded == null ? amount : refunded.plus(amount),
        decided,
        stock,
        problem,
        new Report(report.version(), won(), all, report.undone()));
  }

  Ledger decidedByOwner() {
    return new Ledger(captured, refunded, true, stock, null, report);
  }

  /**
   * Returns these facts after the owner has taken a decision back.
   *
   * @param returned whether the stock of the order was given back
   */
  Ledger undone(boolean returned) {
    String left = returned || hasShortage() ? null : stock;
    return new Ledger(
        captured,
        refunded,
        false,
        left,
        problem,
        new Report(report.version(), won(), report.outside(), report.undone() + 1));
  }

  Ledger settled(boolean oversold) {
    return new Ledger(captured, refunded, decided, oversold ? "short" : "sold", problem, report);
  }
}
