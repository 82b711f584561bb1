package dev.gatehouse.node.health;

/** The release that was built. */
public final class Release {
  private Release() {}

  /** The version in the jar's manifest, or the word for a build that is none. */
  public static String version() {
    String version = Release.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }
}
