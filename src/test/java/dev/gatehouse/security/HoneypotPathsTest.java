package dev.gatehouse.security;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Words;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HoneypotPathsTest {
  private final HoneypotPaths shipped =
      HoneypotPaths.parse(Files.readAllLines(Path.of("conf/bait-paths.txt")));

  HoneypotPathsTest() throws IOException {}

  @ParameterizedTest
  @Words(
      """
      /.env /.ENV /.env.production /api/.env /.git /.git/ /.git/config /site/.git/HEAD
      /.svn/entries /wp-login.php /blog/wp-login.php /wp-admin /wp-admin/setup-config.php
      /wordpress/wp-admin/ /wp-config.php.bak /wp-config.php /phpmyadmin /phpMyAdmin-5.1/index.php
      /actuator /actuator/health /server.pem /etc/ssl/private/site.key /id_rsa /.ssh/id_rsa.pub
      /.aws/credentials /dump.sql /backup/site.sql.gz /index.html.bak /db.sqlite3 /etc/passwd
      /static/etc/passwd /cgi-bin/luci /manager/html /solr/admin
      /vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php /.DS_Store /.vscode/sftp.json
      /data/secrets/jwt-secret /%2eenv /%2Eg%69t/config /%252eenv /%25252eenv //.env /./.env
      /x/..;/.env /.env;jsessionid=1 /.env%00.wav /.env%20 /.env%0a /%20.env /%0d%0a.env%09
      /api/.env%2520 /.env%01.txt /%zz/.env \\.git\\config /../etc/shadow /audio/../x /audio/..
      /audio/..%2f..%2fx.wav /audio/%2e%2e/x.wav /audio/%2e%2e%5cx.wav /audio/%252e%252e%252fx.wav
      /audio/..%c0%afx.wav /audio/%c0%ae%c0%ae/x.wav /api/proxy/historical-data/..%2f..%2fAAPL
      """)
  @ValueSource(strings = "/ ../x")
  void scannersAreCaught(String path) {
    assertTrue(shipped.match(path), path);
  }

  @ParameterizedTest
  @Words(
      """
      / /.well-known/security.txt /favicon.ico /robots.txt /swagger /swagger/reference.css /openapi.json
      /0123456789abcdef.txt /audio /audio/upload /audio/my.song.wav /audio/a..b.key.wav /audio/%zz /audio/x%00.wav
      /audio/Caf%C3%A9.wav /r/phpinfo /r/wp-admin /r/backup /api/proxy/redirects/resolve/wp-content
      /api/proxy/node/jobs/store.backup/run /api/proxy/historical-data/BRK.B /api/proxy/historical-data/FB.OLD/csv
      /api/proxy/historical-data/%5EGSPC /api/proxy/historical-data/A.KEY/download
      /api/proxy/storefront/customer/cart/jan@example.pl /api/proxy/storefront/customer/cart/wp-admin%40example.sh
      /api/proxy/daily-code/current /api/proxy/auth/validate-access /api/proxy/auth/ticket
      /api/proxy/bans/2001:db8::%2F64 /api/proxy/push/key /api/proxy/notifications/stream
      /games/blockgame/save/older-than/30d /games/blockgame/save/keep/3 /services/DNA/Zm9vYmFy-_0123
      /cart/4711:2,4712:1 /storefront/llms.json /livez /metrics /environment /gitlab /wp-administration-of-oaths
      """)
  void callersAreNot(String path) {
    assertFalse(shipped.match(path), path);
  }

  /** Suspicious examples of values that callers may choose freely. */
  private static final Map<String, List<String>> VALUES =
      Map.ofEntries(
          Map.entry("{filename}", List.of("my.song.wav", ".env.wav", "dump.sql.wav", "id_rsa.wav")),
          Map.entry("{symbol}", List.of("AAPL", "BRK.B", "FB.OLD", "^GSPC", "EURUSD=X", "A.SQL")),
          Map.entry("{key}", List.of("k", "phpinfo", "wp-admin", "backup", "server-status")),
          Map.entry("{name}", List.of("bot", "nightly.sql", "id_rsa", ".env", "site.bak")),
          Map.entry("{email}", List.of("jan@example.pl", "a.key@host.zip", "id_rsa@example.sh")),
          Map.entry("{address}", List.of("203.0.113.7", "2001:db8:1:2::%2F64", "2001:db8::1")),
          Map.entry("{items}", List.of("4711:2", "4711:2,4712:1")),
          Map.entry("{amount}", List.of("30d", "12h", "7")),
          Map.entry("{count}", List.of("1", "0")),
          Map.entry("{indexKey}", List.of("0f1e2d3c4b5a69788796a5b4c3d2e1f0")),
          Map.entry("{asin}", List.of("B00EXAMPLE")),
          Map.entry("{id}", List.of("65a1b2c3d4e5f60718293a4b", "Zm9vYmFyYmF6cXV4-_")),
          Map.entry("{fileId}", List.of("65a1b2c3d4e5f60718293a4b")),
          Map.entry("{productId}", List.of("65a1b2c3d4e5f60718293a4b", "mug-11oz")));

  @ParameterizedTest
  @MethodSource("pathsOfTheApi")
  void matchesNoApiPath(String path) {
    assertFalse(shipped.match(path), path);
  }

  static List<String> pathsOfTheApi() throws IOException {
    List<String> paths = new ArrayList<>();
    for (String template :
        Files.readAllLines(Path.of("src/test/resources/gate/paths-of-the-api.txt"))) {
      int open = template.indexOf('{');
      if (open < 0) {
        paths.add(template);
      } else {
        String name = template.substring(open, template.indexOf('}') + 1);
        VALUES.get(name).forEach(value -> paths.add(template.replace(name, value)));
      }
    }
    return paths;
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-, -, true", "none, document, true", "same-origin, image, true",
        "same-site, image, true", "cross-site, document, true", "cross-site, -, true",
        "cross-site, '', true", "cross-site, image, false", "Cross-Site, script, false",
        "cross-site, iframe, false", "cross-site, empty, false",
      })
  void whoeverWasLedThereByAnotherSiteIsSpared(String site, String destination, boolean banned) {
    assertEquals(banned, shipped.bans("/.env", site, destination));
    assertFalse(shipped.bans("/audio/x.wav", site, destination));
  }

  @ParameterizedTest
  @CsvSource({
    "/a, /a, true", "/a, /a/b, true", "/a, /b/a, false", "/a, /ab, false",
    "a, /b/a/c, true", "a/b, /x/a/b, true", "a/b, /x/a/c/b, false", "a*, /x/abc, true",
    "*c, /x/abc, true", "a*c*e, /abcde, true", "a*c*e, /abcdef, false", "*.x, /a.x, true",
    "*.x, /a.xy, false", "*.x, /.x, true", "a/b, /x/a, false", "/a/b, /a, false",
    "*.x.*, /a.x.y, true", "/a/*, /a/b, true", "/a/*, /a, false", "A, /a, true",
  })
  void matchesPatternAgainstConsecutiveSegments(String pattern, String path, boolean bait) {
    assertEquals(bait, HoneypotPaths.parse(List.of("# comment", "", pattern)).match(path));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "*", "/*", "a//b", "!/", "**/a"})
  void rejectsInvalidPatterns(String pattern) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> HoneypotPaths.parse(List.of(pattern)));
    assertTrue(refused.getMessage().contains("honeypot pattern"), refused.getMessage());
  }

  @Test
  void matchesSamePathsWhenApiPathsAreKnown() {
    HoneypotPaths knowing = shipped.withPaths(List.of("/deployment/info", "/.env"));
    assertFalse(knowing.match("/deployment/info"));
    assertTrue(knowing.match("/.env"));
    assertTrue(knowing.match("/deployment/info/../.env"));
    assertTrue(knowing.match("/deployment/info/.git/config"));
    assertFalse(knowing.match("/deployment"));
  }

  @Test
  void returnsFalseForVeryLongPath() {
    String path = "/" + "a.".repeat(2_000) + "/%25".repeat(500);
    assertFalse(shipped.match(path));
    assertTrue(shipped.match("/%25252eenv"), "decoded three times");
    assertFalse(shipped.match("/%2525252eenv"), "and not a fourth time");
  }
}
