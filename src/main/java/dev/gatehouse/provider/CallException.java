package dev.gatehouse.provider;

import module java.base;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;

/** A failed call, before it is converted into an error for the client. */
final class CallException extends RuntimeException {
  private static final Duration SOON = Duration.ofSeconds(1);

  private final FailureKind kind;
  private final boolean sent;
  private final transient Optional<Duration> pause;

  private CallException(
      FailureKind kind, boolean sent, Optional<Duration> pause, String why, Throwable cause) {
    super(why, cause, false, false);
    this.kind = kind;
    this.sent = sent;
    this.pause = pause;
  }

  /** Creates the exception for a call that ended without a usable reply. */
  static CallException of(FailureKind kind, boolean sent, String why, Throwable cause) {
    return new CallException(kind, sent, Optional.empty(), why, cause);
  }

  /** Creates the exception for an invalid reply. */
  static CallException of(FailureKind kind, String why) {
    return new CallException(kind, true, Optional.empty(), why, null);
  }

  /** Creates the exception for a reply that requests a pause, whose length may be unknown. */
  static CallException of(FailureKind kind, Optional<Duration> pause, String why) {
    return new CallException(kind, true, pause, why, null);
  }

  /** Creates the exception for a call that was not made and should not be retried for a time. */
  static CallException notMade(FailureKind kind, Duration pause, String why) {
    return new CallException(kind, false, Optional.of(pause), why, null);
  }

  FailureKind kind() {
    return kind;
  }

  /** Returns whether the provider may have received the request. */
  boolean sent() {
    return sent;
  }

  Optional<Duration> pause() {
    return pause;
  }

  /**
   * Returns the error for clients. The cause is logged only.
   *
   * @param name name of the provider
   * @param repeatable whether a repeated call does no harm
   */
  ApiException failure(String name, boolean repeatable) {
    ApiError described = described(name);
    if (sent && !repeatable && kind.fault()) {
      described = ApiError.unknown("unknown outcome: " + name + " failed");
    }
    return described.because(name + ": " + getMessage()).exception();
  }

  private ApiError described(String name) {
    return switch (kind) {
      case CONNECT -> ApiError.of(ErrorCode.PROVIDER_UNAVAILABLE, name + " cannot be reached");
      case TIMEOUT -> ApiError.of(ErrorCode.PROVIDER_TIMEOUT, name + " took too long");
      case LIMITED -> busy(name + " is rate limited");
      case OPEN -> busy(name + " keeps failing and is not called for a while");
      case FULL -> busy("too many calls to " + name + " are running");
      case TOO_LARGE ->
          ApiError.of(ErrorCode.PROVIDER_REPLY_INVALID, name + " sent a reply that is too large");
      case UNREADABLE, REDIRECT -> ApiError.of(ErrorCode.PROVIDER_REPLY_INVALID, name + " failed");
      default -> ApiError.of(ErrorCode.PROVIDER_UNAVAILABLE, name + " failed");
    };
  }

  private ApiError busy(String message) {
    return ApiError.busy(
        ErrorCode.PROVIDER_BUSY, message, (int) Math.max(1, pause.orElse(SOON).toSeconds()));
  }

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
}
