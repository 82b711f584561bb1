package dev.gatehouse.http.stages;

import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.security.Revocations;
import java.time.InstantSource;

/**
 * Rechecks the credential and the address of a request that is still running after its admission.
 * Reads only memory.
 */
public record CredentialRecheck(Revocations revocations, BanFilter banFilter, InstantSource clock) {
  /** Returns whether the request's credential is still valid and its address is not banned. */
  public boolean holds(Exchange exchange) {
    long expiry = exchange.caller.tokenExpiry();
    boolean expired = expiry > 0 && clock.instant().getEpochSecond() >= expiry;
    return !expired
        && !revocations.revoked(exchange.caller.tokenId())
        && !banFilter.banned(exchange);
  }
}
