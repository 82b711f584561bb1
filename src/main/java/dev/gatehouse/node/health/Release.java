package dev.gatehouse.node.health;

/** Release of this build. */
public final class Release {
  private Release() {}

  /** Returns the version in the jar's manifest, or a placeholder for a build without a version. */
  public static String version() {
    String version = Release.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }
}
