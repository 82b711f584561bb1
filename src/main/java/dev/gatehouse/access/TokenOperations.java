package dev.gatehouse.access;

import dev.gatehouse.access.ChangeLog.Kind;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Failure;
import java.time.Instant;
import java.time.InstantSource;

/** Log-outs, and the tickets that stand for a token on event streams. */
final class TokenOperations {
  private final TokenRepository tokens;
  private final GateView view;
  private final InstantSource clock;

  TokenOperations(TokenRepository tokens, GateView view, InstantSource clock) {
    this.tokens = tokens;
    this.view = view;
    this.clock = clock;
  }

  record Ticket(String ticket) {}

  Answer logout(Call call) {
    if (call.caller().tokenId().isEmpty()) {
      throw Failure.of(400, "only a token can be logged out; a key is revoked by the owner")
          .exception();
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

  /** Answers whose ticket it is, once. */
  Answer redeemTicket(Call call) {
    return tokens
        .redeem(call.body(Ticket.class).ticket(), clock.instant())
        .map(Answer::ok)
        .orElseThrow(() -> Failure.of(404, "the ticket is wrong, over or used").exception());
  }
}
