package dev.gatehouse.hostile;

import java.util.List;

/** Sends requests, reads the first bytes of the first reply, and then hardly reads any more. */
final class UnreadReplies extends Attacker {
  private static final int OK = 200;
  private static final int MULTIPLE_CHOICES = 300;

  private final List<String> paths;
  private final int secondsBetweenReads;
  private int seconds;

  /**
   * @param paths requested paths, pipelined
   * @param secondsBetweenReads seconds after which the attacker reads again, at most {@link
   *     Connector#READ_BYTES}
   */
  UnreadReplies(List<String> paths, int secondsBetweenReads) {
    this.paths = paths;
    this.secondsBetweenReads = secondsBetweenReads;
  }

  @Override
  void connected() {
    StringBuilder requests = new StringBuilder();
    paths.forEach(path -> requests.append(AttackTargets.get(path)));
    send(requests.toString());
    readOnce();
  }

  @Override
  void everySecond() {
    // Without any read, the attacker would not notice that the node has closed the connection.
    seconds++;
    if (seconds % secondsBetweenReads == 0) {
      readOnce();
    }
  }

  @Override
  void answered(int status) {
    if (status < OK || status >= MULTIPLE_CHOICES) {
      leave();
    }
  }
}
