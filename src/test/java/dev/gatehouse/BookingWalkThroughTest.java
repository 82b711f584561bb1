package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A guest who books a meeting and moves it, in a real browser. Needs Debian's chromium and
 * chromium-driver.
 */
@Tag("slow")
class BookingWalkThroughTest {
  private static final Path SCREENSHOTS = Path.of("target/screenshots");

  /** A site that shows the booking page in a frame. It runs until the JVM ends. */
  private static final HttpServer SITE = site();

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("CALENDAR_EMBED_ORIGINS", origin())
          .with(
              "CALENDAR_EVENT_TYPES",
              "intro | 30m | Introduction | A first talk by video; review | 60m | Design review");

  private static Browser browser;

  private static HttpServer site() {
    try {
      HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
      server.createContext(
          "/",
          exchange -> {
            byte[] page =
                ("<!doctype html><html lang=\"en\"><title>Site</title>" + embedding())
                    .replace("https://api.example.org", NODE.address())
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/html");
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
          });
      server.start();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the blocks with which the guide embeds the page. */
  private static String embedding() {
    try {
      return Pattern.compile("(?s)```html\n(.*?)```")
          .matcher(Files.readString(Path.of("src/docs/guides/calendar.md")))
          .results()
          .map(block -> block.group(1))
          .collect(Collectors.joining());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String origin() {
    return "http://127.0.0.1:" + SITE.getAddress().getPort();
  }

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(Browser.installed(), "Chromium is not installed");
    browser = Browser.start();
  }

  @AfterAll
  static void stop() throws Exception {
    if (browser != null) {
      browser.close();
    }
  }

  @Test
  void guestBooksAMeetingAndMovesIt() throws Exception {
    browser.view(1440, 900, "light");
    browser.open(NODE.address() + "/book");
    click("a[href='/book/intro']", "h2#month");
    // The script selects the time zone of the browser.
    waitFor("location.search.includes('zone=') && document.querySelector('#zone').value");
    click("a[aria-label='Next month']", "h2#month");
    browser.screenshot(SCREENSHOTS.resolve("book-month.png"));
    String first = text(".slots li:first-child a");
    click(".slots li:first-child a", "input[name=email]");
    browser.run(
        """
        document.querySelector('[name=name]').value = 'Maria Lindqvist';
        document.querySelector('[name=email]').value = 'maria@example.com';
        document.querySelector('[name=note]').value = 'A new website';
        return {};
        """);
    browser.screenshot(SCREENSHOTS.resolve("book-form.png"));
    click("form[method=post] button", ".facts");
    assertEquals("Your meeting is booked", text("h1"));
    assertTrue(text(".facts").contains(first), text(".facts"));
    browser.screenshot(SCREENSHOTS.resolve("book-booked.png"));

    click(".actions a:nth-child(2)", "h2#month");
    click("a[aria-label='Next month']", "h2#month");
    String second = text(".slots li:nth-child(2) a");
    click(".slots li:nth-child(2) a", "form[method=post] button");
    click("form[method=post] button", ".facts");
    assertTrue(text(".facts").contains(second), text(".facts"));
    assertEquals(1, events().size(), events()::toString);
    assertEquals("Introduction: Maria Lindqvist", events().getFirst().getString("title"));
    assertEquals(List.of(), browser.console());
  }

  @Test
  void embeddedPageReportsItsHeight() throws Exception {
    browser.view(1440, 900, "light");
    browser.open(origin() + "/");
    waitFor("parseInt(document.querySelector('iframe').style.height) != 640");
  }

  private static List<JsonObject> events() {
    return NODE
        .client()
        .request("GET", "/api/proxy/calendar/events?startDate=2020-01-01&endDate=2100-01-01")
        .key(TestNode.KEY)
        .send()
        .json()
        .getJsonArray("events")
        .stream()
        .map(JsonObject.class::cast)
        .toList();
  }

  /** Clicks an element and waits for the page that contains another one. */
  private static void click(String selector, String then) throws Exception {
    browser.run(
        "window.left = true; document.querySelector(args[0]).click(); return {};", selector);
    waitFor("!window.left && document.querySelector('" + then + "')");
  }

  private static void waitFor(String condition) throws Exception {
    Waiting.until(() -> {
      try {
        return browser.run("return {holds: Boolean(" + condition + ")};").getBoolean("holds");
      } catch (Exception leaving) {
        return false;
      }
    });
  }

  private static String text(String selector) throws Exception {
    return browser
        .run("return {text: document.querySelector(args[0]).innerText};", selector)
        .getString("text");
  }
}
