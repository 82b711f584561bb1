package dev.gatehouse.access;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Failure;
import dev.gatehouse.gate.Ban;
import dev.gatehouse.gate.ClientAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** The addresses that are shut out: listed, banned and freed. */
final class BanOperations {
  private final Lockout lockout;
  private final BanRepository bans;
  private final InstantSource clock;

  BanOperations(Lockout lockout, BanRepository bans, InstantSource clock) {
    this.lockout = lockout;
    this.bans = bans;
    this.clock = clock;
  }

  private record BanOrder(String address, String reason, Integer seconds) {}

  private record BanView(
      String address, String reason, int attempts, Instant since, Instant until) {
    static BanView of(Ban ban) {
      return new BanView(ban.address(), ban.reason(), ban.attempts(), ban.since(), ban.until());
    }
  }

  private record BanList(boolean success, List<BanView> bans) {}

  private record Figure(String name, long count) {}

  private record Figures(List<Figure> figures) {}

  private record Within(Instant from, Instant until) {}

  Answer list(Call call) {
    return Answer.ok(
        new BanList(true, bans.current(clock.instant()).stream().map(BanView::of).toList()));
  }

  /** For the daily report. */
  Answer figures(Call call) {
    Within within = call.body(Within.class);
    List<Ban> now = bans.current(clock.instant());
    long begun =
        now.stream()
            .filter(
                ban -> !ban.since().isBefore(within.from()) && ban.since().isBefore(within.until()))
            .count();
    return Answer.ok(
        new Figures(
            List.of(
                new Figure("addresses blocked", begun),
                new Figure("addresses blocked now", now.size()))));
  }

  Answer unban(Call call) {
    String address =
        ClientAddress.keyOf(call.text("address"))
            .orElseThrow(
                () -> Failure.of(400, "address must be an IPv4 or IPv6 address").exception());
    if (!lockout.unban(address)) {
      throw Failure.of(404, address + " is not blocked").exception();
    }
    return Answer.ok(new Done(true, address + " is free"));
  }

  Answer ban(Call call) {
    BanOrder order = call.body(BanOrder.class);
    Duration length = order.seconds() == null ? null : Duration.ofSeconds(order.seconds());
    lockout.ban(order.address(), order.reason(), 0, length);
    return Answer.ok(new Done(true, order.address() + " is blocked"));
  }

  /** Answers who may still try a credential; the others are refused. */
  Answer mayTry(Call call) {
    lockout.mayTry(call);
    return Answer.ok(new Done(true, "an attempt is left"));
  }
}
