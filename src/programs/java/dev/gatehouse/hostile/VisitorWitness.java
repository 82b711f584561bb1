package dev.gatehouse.hostile;

import module java.base;

/** A visitor of the site, who reads pages and plays a song. */
final class VisitorWitness extends Witness {
  private static final int NUMBER = 1;

  /** One address could only send 45 requests a minute. */
  private static final int ADDRESSES = 10;

  private static final int PLACES = 1_000;
  private static final int OK = 200;
  private static final int PARTIAL = 206;

  private final WitnessClient client;
  private final List<String> pages;
  private final String song;

  /**
   * @param song path of a song, of which parts are read
   */
  VisitorWitness(URI node, List<String> pages, String song) {
    super(new WitnessRecord(), Duration.ofMillis(300));
    this.client = new WitnessClient(record(), node, SourceAddresses.ofWitness(NUMBER, 0));
    this.pages = pages;
    this.song = song;
  }

  @Override
  void step(int number) {
    WitnessClient visitor = client.from(SourceAddresses.ofWitness(NUMBER, number % ADDRESSES));
    if (number % 2 == 0) {
      visitor.send(OK, get(pages.get(number / 2 % pages.size())));
    } else {
      int from = number % PLACES * 1_000;
      visitor.send(PARTIAL, get(song, "Range: bytes=" + from + '-' + (from + 65_535)));
    }
  }
}
