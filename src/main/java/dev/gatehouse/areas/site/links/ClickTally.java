package dev.gatehouse.areas.site.links;

import module java.base;

import dev.gatehouse.areas.site.links.ClickRecorder.Device;
import dev.gatehouse.areas.site.links.ClickRecorder.Referrer;

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
    TopCounts all =
        clicks() == 0
            ? TopCounts.NONE
            : new TopCounts(List.of(new TopCounts.Counted(link, clicks())), 0);
    return new ClickTally(hours, devices, direct, referrers, all);
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

  /**
   * Numbers of clicks by name. The largest are kept by their names, and the rest as one number, so
   * that any number of names needs little space. The sum of all is exact.
   *
   * @param top sorted by clicks, largest first
   * @param other clicks whose names are not kept
   */
  record TopCounts(List<Counted> top, long other) {
    static final TopCounts NONE = new TopCounts(List.of(), 0);

    private static final Comparator<Counted> LARGEST =
        Comparator.comparingLong(Counted::clicks).reversed();

    record Counted(String name, long clicks) {}

    static TopCounts one(String name) {
      return new TopCounts(List.of(new Counted(name, 1)), 0);
    }

    static TopCounts unnamed(long clicks) {
      return new TopCounts(List.of(), clicks);
    }

    /**
     * Adds newer clicks. Of names with equal clicks, the newer ones are kept. Names of a flood that
     * is over are therefore replaced.
     *
     * @param max maximum number of names
     */
    TopCounts plus(TopCounts newer, int max) {
      Map<String, Long> sums = new LinkedHashMap<>();
      Stream.concat(newer.top.stream(), top.stream())
          .forEach(each -> sums.merge(each.name(), each.clicks(), Long::sum));
      List<Counted> sorted =
          sums.entrySet().stream()
              .map(each -> new Counted(each.getKey(), each.getValue()))
              .sorted(LARGEST)
              .toList();
      int kept = Math.min(max, sorted.size());
      long rest = sorted.stream().skip(kept).mapToLong(Counted::clicks).sum();
      return new TopCounts(List.copyOf(sorted.subList(0, kept)), other + newer.other + rest);
    }

    /** Moves the clicks of a name to the rest. */
    TopCounts without(String name) {
      List<Counted> kept = top.stream().filter(each -> !each.name().equals(name)).toList();
      long removed = clicks() - other - kept.stream().mapToLong(Counted::clicks).sum();
      return new TopCounts(kept, other + removed);
    }

    boolean names(String name) {
      return top.stream().anyMatch(each -> each.name().equals(name));
    }

    long clicks() {
      return other + top.stream().mapToLong(Counted::clicks).sum();
    }
  }
}
