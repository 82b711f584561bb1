package dev.gatehouse.node;

/** The release that was built. */
final class Release {
  private Release() {}

  /** The version in the jar's manifest, or the word for a build that is none. */
  static String version() {
    String version = Release.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }
}
