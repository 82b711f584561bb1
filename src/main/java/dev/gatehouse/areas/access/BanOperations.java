package dev.gatehouse.areas.access;

import module java.base;

import dev.gatehouse.area.ListQuery;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.messages.AccessMessages.Address;
import dev.gatehouse.messages.AccessMessages.BanOrder;
import dev.gatehouse.messages.AccessMessages.BanStatus;
import dev.gatehouse.messages.AccessMessages.CredentialQuestion;
import dev.gatehouse.messages.AccessMessages.CredentialStatus;
import dev.gatehouse.messages.Figures;
import dev.gatehouse.security.ApiKey;
import dev.gatehouse.security.Ban;
import dev.gatehouse.security.ClientAddress;

/** Operations that list, add and lift bans. */
final class BanOperations {
  private final Lockout lockout;
  private final BanRepository bans;
  private final TokenRepository tokens;
  private final KeyRepository keys;
  private final InstantSource clock;

  BanOperations(Lockout lockout, SecurityStateSync.Stores stores, InstantSource clock) {
    this.lockout = lockout;
    this.bans = stores.bans();
    this.tokens = stores.tokens();
    this.keys = stores.keys();
    this.clock = clock;
  }

  private record BanView(
      String address, String reason, int attempts, Instant since, Instant until) {
    static BanView of(Ban ban) {
      return new BanView(ban.address(), ban.reason(), ban.attempts(), ban.since(), ban.until());
    }
  }

  record BanList(boolean success, List<BanView> bans, PageOrder.Pagination pagination) {}

  Answer list(Call call) {
    PageOrder page = PageOrder.of(call);
    ListQuery wanted = ListQuery.of(call);
    Instant now = clock.instant();
    List<BanView> shown =
        bans.page(now, wanted, page.offset(), page.limitOrDefault()).stream()
            .map(BanView::of)
            .toList();
    return Answer.ok(new BanList(true, shown, page.of(bans.count(now, wanted), shown.size())));
  }

  /** Returns the figures for the daily report. */
  Figures figures(Call call, Figures.Period within) {
    Instant now = clock.instant();
    return new Figures(
        List.of(
            new Figures.Figure("addresses blocked", bans.count(now, within.from(), within.until())),
            new Figures.Figure("addresses blocked now", bans.count(now))));
  }

  Answer unban(Call call) {
    String address = address(call.text("address"));
    if (!lockout.unban(address)) {
      throw ApiException.of(ErrorCode.BAN_NOT_FOUND, address + " is not blocked");
    }
    return Answer.ok(new Done(true, address + " is free"));
  }

  private static String address(String text) {
    return Optional.ofNullable(text)
        .flatMap(ClientAddress::keyOf)
        .orElseThrow(() -> ApiException.invalid("address", "must be an IPv4 or IPv6 address"));
  }

  Done ban(Call call, BanOrder order) {
    String address = address(order.address());
    Duration length = order.seconds() == null ? null : Duration.ofSeconds(order.seconds());
    lockout.ban(address, order.reason(), 0, length);
    return new Done(true, address + " is blocked");
  }

  /**
   * Replies whether an address may still attempt authentication, for a node that does not hold all
   * entries in memory.
   */
  CredentialStatus mayTry(Call call, CredentialQuestion question) {
    lockout.mayTry(call);
    boolean revoked = question.tokenId() != null && tokens.revoked(question.tokenId());
    ApiKey key =
        question.keyHashes() == null ? null : keys.byHash(question.keyHashes()).orElse(null);
    return new CredentialStatus(
        revoked, Optional.ofNullable(key).map(KeyOperations::stored).orElse(null));
  }

  /** Replies whether an address is banned, for a node that does not hold all bans in memory. */
  BanStatus find(Call call, Address asked) {
    String address = asked.address();
    Instant end = bans.ends(List.of(address), clock.instant()).get(address);
    boolean forGood = Instant.MAX.equals(end);
    return new BanStatus(end != null, forGood ? null : end);
  }
}
