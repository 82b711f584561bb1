package dev.gatehouse.bus;

/** Replacement for a text that another release did not send. */
final class NullText {
  private NullText() {}

  static String nullToEmpty(String sent) {
    return sent == null ? "" : sent;
  }
}
