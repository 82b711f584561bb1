package dev.gatehouse.hostile;

/** Sends a part of a request and then one byte a second, or none. */
final class HalfRequest extends Attacker {
  private final String begin;
  private final String drip;

  /**
   * @param drip text that is sent every second; empty for none
   */
  HalfRequest(String begin, String drip) {
    this.begin = begin;
    this.drip = drip;
  }

  @Override
  void connected() {
    send(begin);
    readAll();
  }

  @Override
  void everySecond() {
    if (!drip.isEmpty()) {
      send(drip);
    }
  }

  @Override
  void answered(int status) {
    leave();
  }
}
