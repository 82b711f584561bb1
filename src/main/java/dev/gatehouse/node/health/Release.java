package dev.gatehouse.node.health;

import module java.base;

/** Release of this build. */
public final class Release {
  private Release() {}

  /** Returns the version in the jar's manifest, or a placeholder for a build without a version. */
  public static String version() {
    String version = Release.class.getPackage().getImplementationVersion();
    return Objects.requireNonNullElse(version, "development");
  }

  /** Returns the commit of the sources, or {@code unknown} for a build outside of a repository. */
  public static String commit() {
    return property("commit");
  }

  /** Returns the date of the release that this build is, or follows. */
  public static LocalDate date() {
    return LocalDate.ofInstant(Instant.parse(property("released")), ZoneOffset.UTC);
  }

  private static String property(String name) {
    try (InputStream in = Release.class.getResourceAsStream("/build.properties")) {
      var properties = new Properties();
      properties.load(in);
      return properties.getProperty(name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
