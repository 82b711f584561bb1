package dev.gatehouse.hostile;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Client addresses of loopback. A client can use any address of 127.0.0.0/8 as its source, and a
 * node counts each as a separate client. No address is handed out twice, so bans and rate limits of
 * one attack do not affect the next.
 */
final class SourceAddresses {
  /** The second octet of the first attacker. Witnesses have smaller ones. */
  private static final int FIRST_BLOCK = 16;

  private final AtomicInteger used = new AtomicInteger();

  /** Returns an unused address of an attacker. */
  String next() {
    int number = used.getAndIncrement();
    return "127."
        + (FIRST_BLOCK + (number >> 16))
        + '.'
        + ((number >> 8) & 0xff)
        + '.'
        + (number & 0xff);
  }

  /**
   * Returns an address of a witness.
   *
   * @param witness number of the witness
   * @param number 0 to 199, for a witness with several addresses
   */
  static String ofWitness(int witness, int number) {
    return "127.1." + witness + '.' + (number + 1);
  }
}
