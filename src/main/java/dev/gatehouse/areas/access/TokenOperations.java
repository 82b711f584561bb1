package dev.gatehouse.areas.access;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Caller;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.messages.AccessMessages.TicketText;
import java.time.InstantSource;

/** Operations for tickets, which replace a token on event streams. */
record TokenOperations(TokenRepository tokens, InstantSource clock) {
  record Ticket(String ticket) {}

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
