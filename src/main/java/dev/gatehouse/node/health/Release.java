package dev.gatehouse.node.health;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

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
    try (InputStream in = Release.class.getResourceAsStream("/build.properties")) {
      var properties = new Properties();
      properties.load(in);
      return properties.getProperty("commit");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
