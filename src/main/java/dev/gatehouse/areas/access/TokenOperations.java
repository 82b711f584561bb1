package dev.gatehouse.areas.access;

import dev.gatehouse.areas.access.ChangeLog.Kind;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Caller;
import dev.gatehouse.bus.Done;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.messages.AccessMessages.TicketText;
import java.time.Instant;
import java.time.InstantSource;

/** Operations for logouts, and for tickets that replace a token on event streams. */
final class TokenOperations {
  private final TokenRepository tokens;
  private final SecurityStateSync view;
  private final InstantSource clock;

  TokenOperations(TokenRepository tokens, SecurityStateSync view, InstantSource clock) {
    this.tokens = tokens;
    this.view = view;
    this.clock = clock;
  }

  record Ticket(String ticket) {}

  Answer logout(Call call) {
    if (call.caller().tokenId().isEmpty()) {
      throw ApiException.of(
          ErrorCode.TOKEN_REQUIRED,
          "only a token can be logged out; a key is revoked by the owner");
    }
    Instant expiry = Instant.ofEpochSecond(call.caller().tokenExpiry());
    String token = call.caller().tokenId();
    view.ending(
        Kind.TOKEN,
        token,
        () -> tokens.revoke(token, expiry),
        gate -> gate.revocations().revoke(token, expiry));
    return Answer.ok(new Done(true, "the token is revoked"));
  }

  Answer ticket(Call call) {
    return Answer.created(new Ticket(tokens.ticket(call.caller(), clock.instant())));
  }

  /** Redeems a ticket once and returns its caller. */
  Caller redeemTicket(Call call, TicketText shown) {
    return tokens
        .redeem(shown.ticket(), clock.instant())
        .orElseThrow(() ->
            ApiException.of(ErrorCode.TICKET_INVALID, "the ticket is wrong, expired or used"));
  }
}
