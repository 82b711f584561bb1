package dev.gatehouse.node.doctor;

import module java.base;

import dev.gatehouse.node.health.Release;

/** Checks the age of the release and of Java, which get security updates. */
record AgeChecks(InstantSource clock) {
  private static final String AGE = "age";
  private static final Period OLD_RELEASE = Period.ofMonths(6);

  /** Security updates of Java appear in January, April, July and October. */
  private static final Period OLD_JAVA = Period.ofMonths(4);

  List<Finding> check() {
    return List.of(
        finding(
            "Gatehouse " + Release.version(),
            Optional.of(Release.date()),
            OLD_RELEASE,
            "Look for a newer release in the feed that the page Upgrades names."),
        finding(
            "Java " + Runtime.version(),
            date(System.getProperty("java.version.date", "")),
            OLD_JAVA,
            "Upgrade the JDK, or the package or image that contains it, and restart."));
  }

  private static Optional<LocalDate> date(String text) {
    try {
      return Optional.of(LocalDate.parse(text));
    } catch (DateTimeException unknown) {
      return Optional.empty();
    }
  }

  private Finding finding(String what, Optional<LocalDate> date, Period old, String remedy) {
    LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    boolean aged = date.isPresent() && date.get().isBefore(today.minus(old));
    String of = date.map(day -> " is of " + day).orElse(", whose date is unknown");
    return Finding.warningIf(aged, AGE, what + of, remedy);
  }
}
