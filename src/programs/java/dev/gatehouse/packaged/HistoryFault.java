package dev.gatehouse.packaged;

/** A kind of fault that the histories apply. */
enum HistoryFault {
  KILL("kill -9 of a node", false),
  PAUSE("SIGSTOP of a node", false),
  ROLL("restart of a node", false),
  CUT("a node and the other nodes do not reach each other", true),
  CUT_IN("a node receives nothing from the other nodes", true),
  CUT_OUT("the other nodes receive nothing from a node", true),
  CUT_SERVERS("a node does not reach store and Redis", true),
  LOST_REPLIES("a node receives no replies from store and Redis", true),
  LOSS("a node loses packets, 5 to 30 %", true),
  CLOCK("a node's clock jumps by +2 h, +5 min or -5 min", true),
  KILL_STORE("kill -9 of the store, until each check has used it again", false),
  PAUSE_STORE("SIGSTOP of the store", false),
  KILL_REDIS("kill -9 of Redis", false),
  PAUSE_REDIS("SIGSTOP of Redis", false);

  private final String what;
  private final boolean needsNamespaces;

  HistoryFault(String what, boolean needsNamespaces) {
    this.what = what;
    this.needsNamespaces = needsNamespaces;
  }

  String what() {
    return what;
  }

  /** Returns whether it needs nodes in network namespaces with separate clocks. */
  boolean needsNamespaces() {
    return needsNamespaces;
  }

  /** Returns whether a process of Java is started again, which takes longer than other faults. */
  boolean restarts() {
    return this == KILL || this == ROLL || this == KILL_STORE;
  }

  /** Returns whether it can last while another fault begins and ends. */
  boolean mayOverlap() {
    return switch (this) {
      case PAUSE, CUT, CUT_IN, CUT_OUT, CUT_SERVERS, LOST_REPLIES, LOSS, CLOCK -> true;
      default -> false;
    };
  }
}
