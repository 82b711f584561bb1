package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages for every visitor, and the files that they load. */
class PublicPagesTest {
  private static final String HTML = "text/html,application/xhtml+xml,*/*;q=0.8";
  private static final Pattern FILE = Pattern.compile("\"(/theme/[0-9a-f]{16}\\.(css|svg))\"");

  /** Without pictures. */
  private static final int MAX_FIRST_VIEW = 60_000;

  @RegisterExtension static final TestNode NODE = new TestNode().with("THEME_NAME", "Harbour");

  private static Client.Reply page(String path) {
    return NODE.request("GET", path).header("Accept", HTML).send();
  }

  @Test
  void servesUncachedHomePage() {
    Client.Reply home = page("/").expect(200);
    assertEquals("no-cache", home.header("Cache-Control"));
    assertEquals("text/html; charset=utf-8", home.header("Content-Type"));
    assertTrue(home.text().contains("<h1>Harbour</h1>"), home.text());
    assertTrue(home.text().contains("href=\"/storefront/shop\""), home.text());
    assertFalse(home.text().contains("noindex"), home.text());
    assertTrue(home.text().contains("<meta name=\"description\" content=\"Every"), home.text());
    assertFalse(home.text().contains("canonical"), home.text());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/storefront/shop", "/nowhere"})
  void loadsFewBytesUnderAStrictPolicy(String path) {
    Client.Reply page = page(path);
    String policy = page.header("Content-Security-Policy");
    assertTrue(policy.startsWith("default-src 'none'; style-src 'self'; img-src"), policy);
    assertFalse(policy.contains("unsafe") || policy.contains("script"), policy);
    long bytes = page.text().length();
    Matcher files = FILE.matcher(page.text());
    int count = 0;
    while (files.find()) {
      count++;
      Client.Reply file = NODE.get(files.group(1));
      assertEquals(200, file.status(), files.group(1));
      assertEquals("public, max-age=31536000, immutable", file.header("Cache-Control"));
      bytes += file.text().length();
    }
    assertEquals(2, count, page.text());
    assertTrue(bytes < MAX_FIRST_VIEW, bytes + " bytes");
  }

  @ParameterizedTest
  @CsvSource({
    "/nowhere, 404, Page not found",
    "/r/unknown1, 404, Page not found",
    "/theme/0123456789abcdef.css, 404, Page not found",
    "/storefront/shop/none, 404, Page not found",
    "/storefront/shop?limit=x, 400, This request cannot be processed",
  })
  void returnsErrorsAsPagesToBrowsers(String path, int status, String title) {
    Client.Reply page = page(path).expect(status);
    assertEquals("text/html", page.header("Content-Type"));
    assertTrue(page.text().contains("<h1>" + title + "</h1>"), page.text());
    assertTrue(page.text().contains(page.header("X-Request-Id")), page.text());
    assertFalse(NODE.get(path).expect(status).error().isEmpty());
  }

  @ParameterizedTest
  @CsvSource({"/api/proxy/keys, 401", "/storefront/products?limit=x, 400"})
  void returnsErrorsOfTheApiAsJson(String path, int status) {
    assertEquals("application/json", page(path).expect(status).header("Content-Type"));
  }
}
