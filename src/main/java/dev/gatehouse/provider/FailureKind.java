package dev.gatehouse.provider;

import java.util.Locale;

/** The ways in which a call fails, as the metrics tell them apart. */
enum FailureKind {
  /** No connection: nothing was sent. */
  CONNECT(true),
  /** No whole answer in time. */
  TIMEOUT(true),
  /** The connection ended within the answer, or what came is no HTTP. */
  BROKEN(true),
  /** More than a reply may have, after decompression. */
  TOO_LARGE(true),
  /** A status of 500 or more. */
  STATUS(true),
  /** An answer that its reader does not understand, or does not accept. */
  UNREADABLE(false),
  /** A redirect that may not be followed. */
  REDIRECT(false),
  /** The provider wants a pause, or its quota is used up. */
  LIMITED(false),
  /** Not asked: the circuit breaker is open. */
  OPEN(false),
  /** Not asked: as many call or wait as may. */
  FULL(false);

  private final boolean fault;

  FailureKind(boolean fault) {
    this.fault = fault;
  }

  /** Returns whether the circuit breaker counts it. */
  boolean fault() {
    return fault;
  }

  /** The value of the label {@code kind}. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
