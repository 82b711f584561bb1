package dev.gatehouse.bus;

/** What stands for a text that another release of the service did not send. */
final class Absent {
  private Absent() {}

  static String text(String sent) {
    return sent == null ? "" : sent;
  }
}
