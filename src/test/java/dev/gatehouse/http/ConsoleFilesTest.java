package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Serving of the console's files. ConsoleTest covers their behavior in a browser. */
class ConsoleFilesTest {
  private static final Path FILES = Path.of("src/main/resources/console");
  private static final Pattern FOLDER = Pattern.compile("/console/[0-9a-f]{16}/");
  private static final int MAX_FIRST_VIEW = 60_000;

  /** Without the library of the charts. */
  private static final int MAX_CODE = 220_000;

  private static final List<String> LIBRARIES =
      List.of(
          "pico.css", "lit-element.js",
          "lit-html.js", "directive.js",
          "directive-helpers.js", "directives/guard.js",
          "directives/repeat.js", "reactive-element.js",
          "css-tag.js", "wavesurfer.js");

  @RegisterExtension static final TestNode NODE = TestNode.shared();

  @ParameterizedTest
  @ValueSource(strings = {"/console", "/console/"})
  void servesUncachedPagesWithStrictPolicy(String path) {
    Client.Reply page = NODE.get(path).expect(200);
    assertEquals("no-cache", page.header("Cache-Control"));
    assertEquals("text/html; charset=utf-8", page.header("Content-Type"));
    String policy = page.header("Content-Security-Policy");
    assertTrue(policy.startsWith("default-src 'none'; script-src 'self'"), policy);
    assertFalse(policy.contains("unsafe"), policy);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/console", "/swagger"})
  void sendsPolicyWith304(String path) {
    Client.Reply page = NODE.get(path);
    Client.Reply again =
        NODE.request("GET", path).header("If-None-Match", page.header("ETag")).expect(304);
    assertEquals(page.header("Content-Security-Policy"), again.header("Content-Security-Policy"));
  }

  @Test
  void servesHashedFilesAsImmutable() throws Exception {
    String folder = folder();
    try (Stream<Path> files = Files.list(FILES)) {
      List<String> names = files.map(file -> file.getFileName().toString()).toList();
      for (String name : names.stream().filter(ConsoleFilesTest::isHashed).toList()) {
        Client.Reply file = NODE.get(folder + name);
        assertEquals(200, file.status(), name);
        assertEquals("public, max-age=31536000, immutable", file.header("Cache-Control"));
      }
    }
  }

  /** Pages and the service worker keep their names across releases. */
  private static boolean isHashed(String name) {
    return !name.endsWith(".html") && !name.equals("worker.js");
  }

  @Test
  void servesUncachedServiceWorker() {
    Client.Reply worker = NODE.get("/console/worker.js").expect(200);
    assertEquals("no-cache", worker.header("Cache-Control"));
    assertEquals("text/javascript; charset=utf-8", worker.header("Content-Type"));
  }

  @Test
  void servesPageFilesWithinSizeLimit() {
    Matcher named =
        Pattern.compile("\"(/console/[0-9a-f]{16}/[^\"]+)\"").matcher(NODE.get("/console").text());
    long bytes = zipped(named.results().map(found -> found.group(1)).distinct());
    assertTrue(bytes > 0 && bytes < MAX_FIRST_VIEW, bytes + " bytes");
  }

  @Test
  void servesAllCodeWithinSizeLimit() throws Exception {
    String folder = folder();
    try (Stream<Path> files = Files.list(FILES)) {
      Stream<String> own = files.map(file -> file.getFileName().toString());
      long bytes =
          zipped(
              Stream.concat(own.filter(ConsoleFilesTest::isHashed), LIBRARIES.stream())
                  .map(folder::concat));
      assertTrue(bytes > MAX_FIRST_VIEW && bytes < MAX_CODE, bytes + " bytes");
    }
  }

  /** Returns the size of files as browsers load them. */
  private static long zipped(Stream<String> paths) {
    return paths
        .mapToLong(path -> {
          Client.Reply file = NODE.request("GET", path).header("Accept-Encoding", "gzip").send();
          assertEquals(200, file.status(), path);
          return Long.parseLong(file.header("Content-Length"));
        })
        .sum();
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /console/0123456789abcdef/app.js, 404",
    "GET, /console/app.js, 404",
    "GET, /console/today, 404",
    "POST, /console, 405",
    "HEAD, /console, 200",
  })
  void returns404Or405ForOtherRequests(String method, String path, int status) {
    NODE.request(method, path).expect(status);
  }

  private static String folder() {
    Matcher folder = FOLDER.matcher(NODE.get("/console").text());
    assertTrue(folder.find());
    return folder.group();
  }
}
