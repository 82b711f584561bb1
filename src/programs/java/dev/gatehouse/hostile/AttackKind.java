package dev.gatehouse.hostile;

import module java.base;

/** Kinds of attackers. Each stays within the default rate limit of its address. */
enum AttackKind {
  SLOW_READER(Limit.REQUESTS),
  SLOW_READER_TLS(Limit.REQUESTS),
  SLOW_READER_H2(Limit.REQUESTS),
  UNREAD_DOCUMENTS(Limit.REQUESTS),
  HALF_HANDSHAKES(Limit.CONNECTIONS),
  HALF_HEADS(Limit.CONNECTIONS),
  HALF_BODIES(Limit.REQUESTS),
  HALF_UPLOADS(Limit.REQUESTS),
  HALF_FORMS(Limit.REQUESTS),
  DRIPPING(Limit.REQUESTS),
  ABORTING(Limit.REQUESTS),
  WRONG_CODES(Limit.REQUESTS),
  SLOW_LISTENERS(Limit.REQUESTS);

  /** Requests of one connection that does not read its replies. */
  private static final int PIPELINED = 4;

  private static final int SECONDS_BETWEEN_READS = 5;

  private final Limit limit;

  AttackKind(Limit limit) {
    this.limit = limit;
  }

  /** What limits the connections of one address: its rate of requests, or their number. */
  enum Limit {
    REQUESTS,
    CONNECTIONS
  }

  Limit limit() {
    return limit;
  }

  /** Returns the name of the attack's row. */
  String row() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns whether the attack needs a node that serves TLS. */
  boolean tls() {
    return this == SLOW_READER_TLS || this == SLOW_READER_H2 || this == HALF_HANDSHAKES;
  }

  /** Returns whether its connections send bytes without TLS, even to a node that serves TLS. */
  boolean plain() {
    return this == HALF_HANDSHAKES;
  }

  /** Returns whether each request of the attack has a reply that does not end. */
  boolean reads() {
    return switch (this) {
      case SLOW_READER, SLOW_READER_TLS, SLOW_READER_H2, SLOW_LISTENERS -> true;
      default -> false;
    };
  }

  /**
   * Returns the number of requests that one connection makes.
   *
   * @param share requests that one address makes at the same time
   */
  int requests(int share) {
    return switch (this) {
      case UNREAD_DOCUMENTS -> Math.min(PIPELINED, share);
      case SLOW_READER_H2 -> share;
      case HALF_HEADS, HALF_HANDSHAKES -> 0;
      default -> 1;
    };
  }

  /**
   * Creates the attacker of one connection.
   *
   * @param number number of the connection
   * @param requests number of requests that the connection makes
   */
  Attacker create(AttackTargets targets, int number, int requests, Random random) {
    return switch (this) {
      case SLOW_READER, SLOW_READER_TLS ->
          new UnreadReplies(List.of(targets.download(number)), SECONDS_BETWEEN_READS);
      case SLOW_READER_H2 ->
          new ZeroWindow(
              IntStream.range(number, number + requests).mapToObj(targets::download).toList());
      case UNREAD_DOCUMENTS ->
          new UnreadReplies(
              Collections.nCopies(
                  requests, AttackTargets.DOCUMENTS.get(number % AttackTargets.DOCUMENTS.size())),
              SECONDS_BETWEEN_READS);
      case SLOW_LISTENERS ->
          new UnreadReplies(List.of(AttackTargets.EVENTS), SECONDS_BETWEEN_READS);
      case HALF_HANDSHAKES -> new HalfHandshake(number % 2 == 0);
      case HALF_HEADS -> new HalfRequest("GET / HTTP/1.1\r\nHost: localhost\r\nX-Half: ", "");
      case HALF_BODIES -> new HalfRequest(AttackTargets.halfJson(number % 2 == 0), "");
      case HALF_UPLOADS -> new HalfRequest(AttackTargets.halfUpload(), "");
      case HALF_FORMS -> new HalfRequest(targets.halfForm(), "");
      case DRIPPING -> dripping(targets, number);
      case ABORTING -> new AbortedRequest(aborted(targets, number), random);
      case WRONG_CODES -> new WrongCode(random);
    };
  }

  private static Attacker dripping(AttackTargets targets, int number) {
    return switch (number % 3) {
      case 0 -> new HalfRequest("GET / HTTP/1.1\r\nHost: localhost\r\nX-Drip: ", "d");
      case 1 -> new HalfRequest(AttackTargets.halfJson(false), "A");
      default -> new UnreadReplies(List.of(targets.download(number)), 1);
    };
  }

  private static String aborted(AttackTargets targets, int number) {
    return switch (number % 6) {
      case 0 -> AttackTargets.get(targets.download(number));
      case 1 -> AttackTargets.halfJson(true);
      case 2 -> AttackTargets.halfUpload();
      case 3 -> targets.halfForm();
      case 4 -> AttackTargets.get(AttackTargets.DOCUMENTS.getFirst());
      default -> AttackTargets.get(AttackTargets.EVENTS);
    };
  }
}
