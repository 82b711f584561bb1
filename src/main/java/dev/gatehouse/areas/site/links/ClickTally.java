package dev.gatehouse.areas.site.links;

import module java.base;

/**
 * Numbers of clicks. Bots are counted only among the devices.
 *
 * @param hours clicks in each hour of the day (UTC)
 * @param direct clicks without a referrer
 * @param referrers clicks by the referrers' hosts
 * @param links clicks by short URLs; empty in the tally of one short URL
 */
record ClickTally(
    List<Long> hours, Devices devices, long direct, TopCounts referrers, TopCounts links) {
  /** Maximum number of names in a stored tally, of hosts and of short URLs. */
  static final int MAX_NAMES = 25;

  static final int HOURS = 24;

  static final ClickTally NONE =
      new ClickTally(
          Collections.nCopies(HOURS, 0L), Devices.NONE, 0, TopCounts.NONE, TopCounts.NONE);

  record Devices(long desktop, long phone, long tablet, long bot) {
    static final Devices NONE = new Devices(0, 0, 0, 0);

    static Devices one(Device device) {
      return switch (device) {
        case DESKTOP -> new Devices(1, 0, 0, 0);
        case PHONE -> new Devices(0, 1, 0, 0);
        case TABLET -> new Devices(0, 0, 1, 0);
        case BOT -> new Devices(0, 0, 0, 1);
      };
    }

    Devices plus(Devices added) {
      return new Devices(
          desktop + added.desktop, phone + added.phone, tablet + added.tablet, bot + added.bot);
    }
  }

  /**
   * Returns the tally of one click.
   *
   * @param hour of the day (UTC)
   */
  static ClickTally of(Device device, int hour, Referrer referrer) {
    if (device == Device.BOT) {
      return new ClickTally(NONE.hours, Devices.one(device), 0, TopCounts.NONE, TopCounts.NONE);
    }
    int direct = 0;
    TopCounts hosts = TopCounts.NONE;
    if (referrer.direct()) {
      direct = 1;
    } else {
      hosts = referrer.host().map(TopCounts::one).orElse(TopCounts.unnamed(1));
    }
    return new ClickTally(
        IntStream.range(0, HOURS).mapToObj(each -> each == hour ? 1L : 0L).toList(),
        Devices.one(device),
        direct,
        hosts,
        TopCounts.NONE);
  }

  /** Returns this tally of one short URL as a tally of all of them. */
  ClickTally of(String link) {
    return new ClickTally(
        hours,
        devices,
        direct,
        referrers,
        clicks() == 0 ? TopCounts.NONE : new TopCounts(links(link), 0));
  }

  private List<TopCounts.Counted> links(String link) {
    return List.of(new TopCounts.Counted(link, clicks()));
  }

  /** Adds newer clicks, and keeps the largest names. */
  ClickTally plus(ClickTally newer) {
    return plus(newer, MAX_NAMES);
  }

  ClickTally plus(ClickTally newer, int maxNames) {
    return new ClickTally(
        IntStream.range(0, HOURS)
            .mapToObj(hour -> hours.get(hour) + newer.hours.get(hour))
            .toList(),
        devices.plus(newer.devices),
        direct + newer.direct,
        referrers.plus(newer.referrers, maxNames),
        links.plus(newer.links, maxNames));
  }

  ClickTally withoutLink(String link) {
    return new ClickTally(hours, devices, direct, referrers, links.without(link));
  }

  /** Returns the number of clicks of people. */
  long clicks() {
    return hours.stream().mapToLong(Long::longValue).sum();
  }
}
