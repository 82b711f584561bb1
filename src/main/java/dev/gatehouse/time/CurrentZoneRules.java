package dev.gatehouse.time;

import module java.base;

/**
 * The JVM's time zone rules: the newer of IANA's data in the package and in the operating system.
 * The JDK's own rules can be a year old. The JVM loads this class by its name, which {@code
 * -Djava.time.zone.DefaultZoneRulesProvider} gives.
 */
public final class CurrentZoneRules extends ZoneRulesProvider {
  private final ZoneData data = ZoneData.newest();

  /**
   * Returns the version of the rules in use, such as {@code 2026f}. If the JVM was started without
   * this provider, the version is the JDK's.
   */
  public static String version() {
    return getVersions(ZoneId.of("UTC").getId()).lastKey();
  }

  @Override
  protected Set<String> provideZoneIds() {
    return data.names();
  }

  @Override
  protected ZoneRules provideRules(String name, boolean forCaching) {
    try {
      return data.rules(name);
    } catch (IllegalArgumentException e) {
      throw new ZoneRulesException("no rules for " + name, e);
    }
  }

  @Override
  protected NavigableMap<String, ZoneRules> provideVersions(String name) {
    NavigableMap<String, ZoneRules> versions = new TreeMap<>();
    versions.put(data.version(), provideRules(name, false));
    return versions;
  }
}
