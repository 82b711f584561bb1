package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Faults while {@code scripts/launch} records the AOT cache. A shell script replaces the JVM. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class CacheRecorderTest {
  /** A node that writes its cache when it ends. */
  private static final String JAVA =
      """
      #!/usr/bin/env bash
      for each in "$@"; do case "$each" in -XX:AOTCacheOutput=*) out=${each#*=} ;; esac; done
      trap 'echo cache >"$out"; exit 0' TERM
      echo $$ >"$(dirname "$out")/node"
      [ -e "$(dirname "$0")/silent" ] || echo "gatehouse listening on http://127.0.0.1:1"
      while :; do sleep 0.1; done
      """;

  private static final List<String> RECORDED = List.of("gatehouse.aot", "gatehouse.jar");

  @TempDir Path home;
  private Path app;
  private Path java;

  @BeforeEach
  void build() throws IOException {
    app = Files.createDirectories(home.resolve("app"));
    java = Files.createDirectories(home.resolve("bin")).resolve("java");
    Files.writeString(java, JAVA);
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path jar = Files.writeString(app.resolve("gatehouse.jar"), "a build");
    Files.setLastModifiedTime(jar, FileTime.from(Instant.now().minusSeconds(60)));
  }

  /** Starts a recorder as scripts do. The node that follows it is an echo. */
  private Process start(String temporary) throws IOException {
    String script =
        "set -euo pipefail; . scripts/launch; record \"$app/gatehouse.aot\"; echo the node runs";
    var builder = new ProcessBuilder("bash", "-c", script).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", home.toString());
    builder.environment().put("app", app.toString());
    builder.environment().put("TMPDIR", temporary);
    return builder.start();
  }

  private static void ends(Process recorder) throws Exception {
    String output = new String(recorder.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, recorder.waitFor(), output);
    assertTrue(output.endsWith("the node runs\n"), output);
  }

  private static List<String> names(Path folder) throws IOException {
    return Stream.of(folder.toFile().list()).sorted().toList();
  }

  @Test
  void leavesNothingAfterItWasKilled() throws Exception {
    Path temporary = Files.createDirectories(home.resolve("tmp"));
    Files.createFile(java.resolveSibling("silent"));
    Process recorder = start(temporary.toString());
    Waiting.until(() -> node().isPresent());
    ProcessHandle node = node().orElseThrow();
    recorder.destroyForcibly().waitFor();
    Waiting.until(() -> !node.isAlive());
    Files.delete(java.resolveSibling("silent"));
    ends(start(temporary.toString()));
    assertEquals(RECORDED, names(app));
    assertEquals(List.of(), names(temporary));
  }

  /** Returns the process of the recorded node. */
  private Optional<ProcessHandle> node() throws IOException {
    try (Stream<Path> files = Files.walk(home)) {
      return files
          .filter(file -> file.endsWith("node"))
          .map(CacheRecorderTest::text)
          .filter(number -> !number.isEmpty())
          .flatMap(number -> ProcessHandle.of(Long.parseLong(number)).stream())
          .findFirst();
    }
  }

  private static String text(Path file) {
    return Unchecked.get(() -> Files.readString(file).strip());
  }

  @Test
  void startsNodeWithoutTemporaryFolder() throws Exception {
    ends(start(home.resolve("missing").toString()));
    assertEquals(RECORDED, names(app));
  }
}
