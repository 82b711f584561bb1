package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Words;
import dev.gatehouse.pages.Pages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The documentation at {@code /docs}. */
class ManualTest {
  private static final Pattern LINK = Pattern.compile("href=\"(/docs[^\"#]*)?(#[^\"]*)?\"");
  private static final Pattern ID = Pattern.compile(" id=\"([^\"]+)\"");
  private static final int MAX_SIZE = 400_000;

  @RegisterExtension
  static final TestNode NODE = new TestNode().with("LIMITS_DEFAULT_PER_MINUTE", "0");

  @Test
  void servesPagesInTheDesignOfTheSite() {
    Client.Reply page = NODE.get("/docs/guides/links").expect(200);
    assertEquals("text/html; charset=utf-8", page.header("Content-Type"));
    assertEquals(Pages.POLICY, page.header("Content-Security-Policy"));
    assertTrue(page.text().contains("<h1 id=\"links-and-short-urls\">"), page.text());
    assertTrue(page.text().contains("aria-current=\"page\""), page.text());
    assertFalse(page.text().contains("<script"), page.text());
    NODE.request("GET", "/docs/guides/links")
        .header("If-None-Match", page.header("ETag"))
        .expect(304);
  }

  @Test
  void findsSectionsByTheirWords() {
    Client.Reply reply = NODE.get("/docs/search?q=dkim+MAIL").expect(200);
    assertEquals(Pages.POLICY, reply.header("Content-Security-Policy"));
    assertEquals("no-store", reply.header("Cache-Control"));
    assertTrue(reply.text().contains("<a href=\"/docs/guides/notifications"), reply.text());
    assertTrue(reply.text().contains("value=\"dkim MAIL\""), reply.text());
    assertFalse(reply.text().contains("<script"), reply.text());
    assertTrue(reply.bytes().length < 50_000, reply.bytes().length + " bytes");
    links(reply.text()).stream()
        .map(link -> link.split("#", 2)[0])
        .distinct()
        .forEach(link -> assertEquals(200, NODE.get(link).status(), link));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?q=", "?q=zzzzqqq", "?q=%3Czzzz%3E", "?q=(((zz", "?other=1"})
  void findsNothingForOtherQueries(String query) {
    Client.Reply reply = NODE.get("/docs/search" + query).expect(200);
    assertTrue(reply.text().contains("found: 0"), reply.text());
    assertFalse(reply.text().contains("<script"), reply.text());
  }

  @ParameterizedTest
  @Words(
      """
      /docs/unknown /docs/guides/links.md /docs/index.json /docs/0.html /docsx
      """)
  void returns404ForOtherPaths(String path) {
    NODE.get(path).expect(404);
  }

  /** Each document is a page that others lead to, and no link of a page is broken. */
  @Test
  void linksAllDocumentsWithoutBrokenLinks() throws IOException {
    Map<String, String> pages = new LinkedHashMap<>();
    List<String> next = new ArrayList<>(List.of("/docs"));
    while (!next.isEmpty()) {
      String address = next.removeLast();
      Client.Reply reply = NODE.get(address);
      assertEquals(200, reply.status(), address);
      assertTrue(reply.bytes().length < MAX_SIZE, () -> address + " " + reply.bytes().length);
      pages.put(address, reply.text());
      links(reply.text()).stream()
          .map(link -> link.split("#", 2)[0])
          .filter(link -> !link.isEmpty() && !pages.containsKey(link) && !next.contains(link))
          .forEach(next::add);
    }
    Set<String> broken = new TreeSet<>();
    pages.forEach((address, html) ->
        links(html)
            .forEach(link -> {
              String[] parts = link.split("#", 2);
              String page = parts[0].isEmpty() ? address : parts[0];
              if (parts.length > 1 && !ids(pages.get(page)).contains(parts[1])) {
                broken.add(address + ": " + link);
              }
            }));
    assertEquals(Set.of(), broken);
    assertEquals(
        documents() + 1, pages.keySet().stream().filter(page -> !page.endsWith(".css")).count());
  }

  private static List<String> links(String html) {
    return LINK.matcher(html)
        .results()
        .map(link ->
            (link.group(1) == null ? "" : link.group(1))
                + (link.group(2) == null ? "" : link.group(2)))
        .filter(link -> !link.isEmpty())
        .toList();
  }

  private static Set<String> ids(String html) {
    return ID.matcher(html)
        .results()
        .map(MatchResult::group)
        .map(id -> id.substring(" id=\"".length(), id.length() - 1))
        .collect(Collectors.toSet());
  }

  private static long documents() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src/docs"))) {
      return files.filter(file -> file.toString().endsWith(".md")).count();
    }
  }
}
