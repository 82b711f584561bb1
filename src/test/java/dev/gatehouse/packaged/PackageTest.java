package dev.gatehouse.packaged;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gatehouse.Ran;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Builds the packages and uses them in a fresh Debian without Java: install, upgrade, remove. Needs
 * root, debootstrap and curl.
 */
@Tag("slow")
@Timeout(900)
class PackageTest {
  private static final Path DIST = Path.of("target/dist");
  private static final long MAX_BYTES = 90_000_000;

  @Test
  void worksInFreshSystemWithoutJava() throws Exception {
    Ran prepared = Ran.of("scripts/try-package --prepare");
    assumeTrue(prepared.exit() == 0, prepared.output());

    Ran built = Ran.of("scripts/package");
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

    Ran used = Ran.of("scripts/try-package");
    assertEquals(0, used.exit(), used.output());
    System.out.println(used.output());
  }

  private static String only(String pattern) throws Exception {
    try (var files = Files.newDirectoryStream(DIST, pattern)) {
      return files.iterator().next().getFileName().toString();
    }
  }
}
