package dev.gatehouse.packaged;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Ran;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Packs the build of the tests, and runs the program of the tarball without the JDK. {@code
 * scripts/package --twice} builds from a copy of the sources and compares two builds, and {@code
 * scripts/try-package} uses the packages in a fresh Debian.
 */
@Tag("slow")
@Timeout(900)
class PackageTest {
  private static final Path DIST = Path.of("target/dist");

  private static final long MAX_BYTES = 130_000_000;

  @TempDir private Path folder;

  @Test
  void buildsProgramThatRunsWithoutJdk() throws Exception {
    Ran built = Ran.of("scripts/package --fast");
    assertEquals(0, built.exit(), built.output());
    String tarball = only("gatehouse-*-linux-x64.tar.gz");
    assertTrue(Files.size(DIST.resolve(tarball)) <= MAX_BYTES, built.output());
    Ran sums = Ran.of("cd target/dist && sha256sum --check --strict SHA256SUMS");
    assertEquals(0, sums.exit(), sums.output());
    var bom = new JsonObject(Files.readString(DIST.resolve(only("gatehouse-*.cdx.json"))));
    List<String> libraries =
        bom.getJsonArray("components").stream()
            .map(each -> ((JsonObject) each).getString("name"))
            .toList();
    assertTrue(libraries.contains("vertx-core"), libraries.toString());

    // Without Debian's server, no image is built.
    assertEquals(!built.output().contains("no image is built"), hasImage(), built.output());

    Ran used =
        Ran.of(
            "tar -xzf target/dist/%s -C %s --strip-components=1 && env -i PATH=/usr/bin:/bin %s/bin/gatehouse version"
                .formatted(tarball, folder, folder));
    assertEquals(0, used.exit(), used.output());
    assertTrue(used.output().contains("Gatehouse "), used.output());
  }

  private static boolean hasImage() throws Exception {
    try (var files = Files.newDirectoryStream(DIST, "*.oci.tar")) {
      for (Path file : files) {
        assertTrue(Files.size(file) <= MAX_BYTES, file + " is too large");
        return true;
      }
    }
    return false;
  }

  private static String only(String pattern) throws Exception {
    try (var files = Files.newDirectoryStream(DIST, pattern)) {
      return files.iterator().next().getFileName().toString();
    }
  }
}
