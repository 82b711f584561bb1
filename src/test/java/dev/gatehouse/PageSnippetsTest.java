package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.areas.notifications.push.PushService;
import dev.gatehouse.areas.notifications.push.PushSubscriber;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Runs the web page snippets of the guides to notifications, bots and the calendar in a page of
 * another origin. Needs Debian's chromium. A browser subscribes at its vendor's push service, which
 * is unreachable. The test replaces only that reply.
 */
@Tag("slow")
class PageSnippetsTest {
  private static final Path GUIDE = Path.of("src/docs/guides/notifications.md");
  private static final String WORKER = "// sw.js\n";
  private static final PushService SERVICE = new PushService();
  private static final FrontEnd SITE = new FrontEnd(worker());

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("PUSH_PRIVATE_NETWORKS", "true")
          .with("CORS_ORIGINS", SITE.origin())
          .with("CALENDAR_EMBED_ORIGINS", SITE.origin())
          .with("CALENDAR_EVENT_TYPES", "intro | 30m | Introduction | A first talk by video");

  @AutoClose private static Browser browser;

  @BeforeAll
  static void start() throws Exception {
    browser = Browser.startThatNotifies();
  }

  @BeforeEach
  void later() {
    SERVICE.forget();
    // A reconnecting client receives the last five seconds before its last event again.
    NODE.clock.advance(Duration.ofSeconds(10));
  }

  @Test
  void followsStreamAndReconnectsWithoutLoss() throws Exception {
    browser.open(SITE.origin());
    browser.run(
        """
        window.logged = [];
        const log = console.log;
        console.log = event => { logged.push(event); log(event); };
        const original = EventSource;
        window.sources = [];
        window.EventSource = class extends original {
          constructor(url) { super(url); sources.push(this); }
        };
        const script = document.createElement('script');
        script.textContent = args[0];
        document.head.append(script);
        await until('the stream', () => sources.length == 1 && sources[0].readyState == 1);
        """,
        constants() + snippet("new EventSource"));
    notify("first");
    JsonObject seen =
        browser.run("await until('first', () => logged.length == 1); return logged[0];");
    assertEquals("first", seen.getString("title"));
    assertEquals("body of first", seen.getString("body"));

    browser.run("sources[0].close(); sources[0].onerror();");
    notify("while away");
    JsonObject all =
        browser.run(
            """
            await until('what was missed', () => logged.length >= 2);
            await until('the next stream', () => sources[1].readyState == 1);
            return {titles: logged.map(event => event.title), sources: sources.length};
            """);
    assertEquals(List.of("first", "while away"), all.getJsonArray("titles").getList());
    assertEquals(2, all.getInteger("sources"));
    assertEquals(List.of(), errors());
  }

  @Test
  void followsTheLogOfTheBot() throws Exception {
    browser.open(SITE.origin());
    browser.run(
        """
        window.logged = [];
        console.log = text => logged.push(text);
        const script = document.createElement('script');
        script.textContent = args[0] + ';window.log = log';
        document.head.append(script);
        await until('the stream', () => log.readyState == 1);
        """,
        block(Path.of("src/docs/guides/bot.md"), "/logs/stream")
            .replace("https://api.example.org", NODE.address()));
    JsonObject entry = Samples.message(NODE.clock.instant().toString(), "Bought 1 SPY");
    NODE.owner("POST", "/api/proxy/bots/trading/logs")
        .json(JsonObject.of("LogMessage", entry))
        .expect(201);
    JsonObject seen =
        browser.run("await until('it', () => logged.length == 1); return {text: logged[0]};");
    assertEquals("Bought 1 SPY", seen.getString("text"));
  }

  @Test
  void subscribesToPushAndShowsNotifications() throws Exception {
    PushSubscriber subscriber = PushSubscriber.fresh();
    JsonObject subscription = subscriber.subscription(SERVICE.endpoint("201", "page"));
    browser.open(SITE.origin());
    JsonObject asked =
        browser.run(
            """
            let asked;
            PushManager.prototype.subscribe = async options => {
              asked = options;
              return {toJSON: () => args[1]};
            };
            const script = document.createElement('script');
            script.type = 'module';
            script.textContent = args[0] + '\\nwindow.done = true;';
            document.head.append(script);
            await until('the end of the snippet', () => window.done);
            const worker = await navigator.serviceWorker.ready;
            return {...asked, worker: worker.active.scriptURL};
            """,
            constants() + snippet("pushManager.subscribe").split(WORKER)[0],
            subscription);
    assertTrue(asked.getBoolean("userVisibleOnly"));
    String key = NODE.get("/api/proxy/push/key").json().getString("publicKey");
    assertEquals(key, asked.getString("applicationServerKey"));
    assertEquals(SITE.origin() + "/sw.js", asked.getString("worker"));

    JsonObject reported = notify("pushed");
    assertEquals(1, reported.getInteger("pushCount"), reported.encode());
    String payload = subscriber.open(SERVICE.messages().getFirst().body());
    assertEquals(List.of("pushed", "body of pushed"), shown(payload));
    assertEquals(List.of(), errors());
  }

  @Test
  void embedsTheBookingPageAndFollowsItsHeight() throws Exception {
    browser.open(SITE.origin());
    String blocks =
        Pattern.compile("(?s)```html\n(.*?)```")
            .matcher(Files.readString(Path.of("src/docs/guides/calendar.md")))
            .results()
            .map(block -> block.group(1))
            .collect(Collectors.joining());
    browser.run(
        """
        document.open();
        document.write(args[0]);
        document.close();
        """,
        "<!doctype html><title>Site</title>"
            + blocks.replace("https://api.example.org", NODE.address()));
    browser.run(
        """
        const height = () => parseInt(document.querySelector('iframe').style.height);
        await until('its height', () => height() > 0 && height() !== 640);
        """);
    assertEquals(List.of(), errors());
  }

  /** Returns the title and body that the page's worker shows for a push message. */
  private static List<String> shown(String payload) throws Exception {
    browser.allowNotifications(SITE.origin());
    JsonObject notification = browser.pushUntilShown(SITE.origin(), payload);
    return List.of(notification.getString("title"), notification.getString("body"));
  }

  private static List<String> errors() throws Exception {
    return browser.console().stream().filter(line -> !line.contains("console-api")).toList();
  }

  /** Returns a page's constants: the API's address and its visitor's token. */
  private static String constants() {
    return "const token = '" + NODE.token(TestNode.CODE) + "';\n";
  }

  /** Returns the snippet that contains a text, with this test node's address. */
  private static String snippet(String part) {
    String host = NODE.address() + "/api/proxy";
    String script = block(GUIDE, part);
    String line = "const api = 'https://api.example.org/api/proxy';\n";
    return "const api = '" + host + "';\n" + script.replace(line, "");
  }

  private static String worker() {
    return block(GUIDE, WORKER).split(WORKER)[1];
  }

  /** Returns the script of a page that contains a text. */
  private static String block(Path page, String part) {
    String text = Unchecked.get(() -> Files.readString(page));
    return Arrays.stream(text.split("```"))
        .filter(block -> block.startsWith("js\n") && block.contains(part))
        .map(block -> block.substring("js\n".length()))
        .findFirst()
        .orElseThrow();
  }

  private static JsonObject notify(String title) {
    JsonObject body = JsonObject.of("title", title, "body", "body of " + title);
    return NODE.owner("POST", "/api/proxy/notify")
        .json(body)
        .expect(200)
        .json()
        .getJsonObject("data");
  }
}
