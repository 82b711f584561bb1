package dev.gatehouse.bus;

/** The stand-in for a text that another release of the service did not send. */
final class NullText {
  private NullText() {}

  static String nullToEmpty(String sent) {
    return sent == null ? "" : sent;
  }
}
