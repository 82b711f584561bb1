package dev.gatehouse.provider;

import java.util.Locale;

/** Kinds of failed calls, as labelled in the metrics. */
enum FailureKind {
  /** No connection; nothing was sent. */
  CONNECT(true),
  /** No complete reply in time. */
  TIMEOUT(true),
  /** The connection ended within the reply, or the reply is not valid HTTP. */
  BROKEN(true),
  /** The reply exceeds the size limit after decompression. */
  TOO_LARGE(true),
  /** A status of 500 or more. */
  STATUS(true),
  /** A reply that its reader cannot parse or does not accept. */
  UNREADABLE(false),
  /** A redirect that must not be followed. */
  REDIRECT(false),
  /** The provider requests a pause, or its quota is used up. */
  LIMITED(false),
  /** Not sent, because the circuit breaker is open. */
  OPEN(false),
  /** Not sent, because the maximum number of calls run and wait. */
  FULL(false);

  private final boolean fault;

  FailureKind(boolean fault) {
    this.fault = fault;
  }

  /** Returns whether the circuit breaker counts this kind. */
  boolean fault() {
    return fault;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
