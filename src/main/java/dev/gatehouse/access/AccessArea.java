package dev.gatehouse.access;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Failure;
import dev.gatehouse.gate.Ban;
import dev.gatehouse.gate.ClientAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** Codes, tokens and bans: who may come in, and who may not any more. */
public final class AccessArea implements Area {
  private final LoginService door;
  private final CodeRepository codes;
  private final Keys keys;
  private final TokenRepository tokens;
  private final GateView view;
  private final InstantSource clock;

  AccessArea(
      LoginService door,
      CodeRepository codes,
      Keys keys,
      TokenRepository tokens,
      GateView view,
      InstantSource clock) {
    this.door = door;
    this.codes = codes;
    this.keys = keys;
    this.tokens = tokens;
    this.view = view;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "access";
  }

  @Override
  public Map<String, Handler> operations() {
    return Map.of(
        "access.validateAccess", call -> door.validate(call, call.body(Code.class).code()),
        "access.logout", this::logout,
        "access.ticket", this::ticket,
        "access.currentCode", this::currentCode,
        "access.useCode", this::useCode,
        "access.validateCode", this::validateCode,
        "access.bans", this::bans,
        "access.unban", this::unban);
  }

  @Override
  public Map<String, Handler> messages() {
    return Map.of(
        "access.failedAttempt", door::failedAttempt,
        "access.ban", this::ban,
        "access.figures", this::figures,
        "access.redeemTicket", this::redeemTicket,
        "access.reissueCode", this::reissueCode,
        "access.addKey", keys::add,
        "access.listKeys", keys::list,
        "access.revokeKey", keys::revoke);
  }

  private record Code(String code) {}

  private record CodeUse(String code, String usedBy) {}

  private record CodeOfDay(boolean success, String code, String date) {}

  private record BanOrder(String address, String reason, Integer seconds) {}

  private record BanView(
      String address, String reason, int attempts, Instant since, Instant until) {}

  private record BanList(boolean success, List<BanView> bans) {}

  private record Ticket(String ticket) {}

  private Answer logout(Call call) {
    if (call.caller().tokenId().isEmpty()) {
      throw Failure.of(400, "only a token can be logged out; a key is revoked by the owner")
          .exception();
    }
    Instant expiry = Instant.ofEpochSecond(call.caller().tokenExpiry());
    tokens.revoke(call.caller().tokenId(), expiry);
    view.revoked(call.caller().tokenId(), expiry);
    return Answer.ok(new Done(true, "the token is revoked"));
  }

  private Answer ticket(Call call) {
    return Answer.created(new Ticket(tokens.ticket(call.caller(), clock.instant())));
  }

  /** The holder of a ticket, told once. */
  private Answer redeemTicket(Call call) {
    return tokens
        .redeem(call.body(Ticket.class).ticket(), clock.instant())
        .map(Answer::ok)
        .orElseThrow(() -> Failure.of(404, "the ticket is wrong, over or used").exception());
  }

  private Answer currentCode(Call call) {
    Instant now = clock.instant();
    return Answer.ok(new CodeOfDay(true, codes.current(now), DailyCodes.day(now).toString()));
  }

  private Answer reissueCode(Call call) {
    Instant now = clock.instant();
    return Answer.ok(new CodeOfDay(true, codes.reissue(now), DailyCodes.day(now).toString()));
  }

  private Answer useCode(Call call) {
    CodeUse use = call.body(CodeUse.class);
    return switch (codes.use(use.code(), use.usedBy(), clock.instant())) {
      case DONE -> Answer.ok(new Done(true, "the code is used"));
      case WRONG -> throw Failure.of(404, "this is not today's code").exception();
      case USED_BEFORE -> throw Failure.of(409, "the code has been used before").exception();
    };
  }

  private Answer validateCode(Call call) {
    boolean opens = codes.opens(call.body(Code.class).code(), clock.instant());
    return Answer.ok(
        new Done(opens, opens ? "the code is valid" : "the code is wrong, over or used"));
  }

  private Answer bans(Call call) {
    return Answer.ok(
        new BanList(
            true,
            door.bans(clock.instant()).stream()
                .map(ban ->
                    new BanView(
                        ban.address(), ban.reason(), ban.attempts(), ban.since(), ban.until()))
                .toList()));
  }

  private record Figure(String name, long count) {}

  private record Figures(List<Figure> figures) {}

  private record Within(Instant from, Instant until) {}

  /** For the daily report. */
  private Answer figures(Call call) {
    Within within = call.body(Within.class);
    List<Ban> bans = door.bans(clock.instant());
    long begun =
        bans.stream()
            .filter(
                ban -> !ban.since().isBefore(within.from()) && ban.since().isBefore(within.until()))
            .count();
    return Answer.ok(
        new Figures(
            List.of(
                new Figure("addresses blocked", begun),
                new Figure("addresses blocked now", bans.size()))));
  }

  private Answer unban(Call call) {
    String address =
        ClientAddress.keyOf(call.text("address"))
            .orElseThrow(
                () -> Failure.of(400, "address must be an IPv4 or IPv6 address").exception());
    if (!door.unban(address, clock.instant())) {
      throw Failure.of(404, address + " is not blocked").exception();
    }
    return Answer.ok(new Done(true, address + " is free"));
  }

  private Answer ban(Call call) {
    BanOrder order = call.body(BanOrder.class);
    door.ban(
        order.address(),
        order.reason(),
        0,
        order.seconds() == null ? null : Duration.ofSeconds(order.seconds()));
    return Answer.ok(new Done(true, order.address() + " is blocked"));
  }
}
