package dev.gatehouse.packaged;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import dev.gatehouse.Ran;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Builds the packages from a copy of the sources, compares the build with that of the tests, and
 * runs the program of the tarball without the JDK. {@code scripts/try-package} uses the packages in
 * a fresh Debian, which takes minutes.
 */
@Tag("slow")
@Timeout(900)
class PackageTest {
  private static final Path DIST = Path.of("target/dist");
  private static final Path BUILT = Path.of("target/gatehouse.jar");

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
    assertEquals(digests(BUILT), digests(folder.resolve("app/gatehouse.jar")), "two builds");
  }

  /** Returns the checksums of the entries of a jar, except the one that names the commit. */
  private static Map<String, Long> digests(Path jar) throws IOException {
    Map<String, Long> digests = new TreeMap<>();
    try (var file = new ZipFile(jar.toFile())) {
      file.stream().forEach(entry -> digests.put(entry.getName(), entry.getCrc()));
    }
    digests.remove("build.properties");
    return digests;
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
