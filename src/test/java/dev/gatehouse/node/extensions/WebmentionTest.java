package dev.gatehouse.node.extensions;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import com.sun.net.httpserver.HttpServer;
import dev.gatehouse.Client;
import dev.gatehouse.LoopbackServer;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An extension that receives forms, and fetches addresses that visitors name. */
@Tag("slow")
class WebmentionTest {
  private static final Path FOLDER = TestNode.folder("webmention");
  private static final AtomicInteger FETCHED = new AtomicInteger();
  private static final HttpServer BLOG = blog();
  private static final String CODE =
      """
      package webmention;
      import dev.gatehouse.area.extension.*;
      import java.util.List;
      import java.util.Map;
      public final class Webmention implements Extension {
        private final List<String> attempts = new java.util.concurrent.CopyOnWriteArrayList<>();
        record WebmentionNew(String source, String target) {}
        record SlashCommand(String command, String text, Boolean urgent, Long number,
            List<String> tags) {}
        record Fetch(String url) {}
        record WebmentionText(String text) {}
        public void setUp(ExtensionContext node) {
          node.setting("blog", "");
          WebService web = node.webService("source");
          WorkQueue<Fetch> queue = node.queue("fetch", Fetch.class,
              (id, work) -> {
                attempts.add("[" + work.url() + "]");
                web.get(work.url(), Map.of());
              });
          node.operation("webmention.attempts", WebmentionText.class,
              request -> ApiResponse.ok(new WebmentionText(String.join(" ", attempts))));
          node.operation("webmention.fetch", WebmentionText.class,
              request -> {
                WebService.Reply reply = web.get(request.text("url"), Map.of());
                return ApiResponse.ok(new WebmentionText("" + reply.status()));
              });
          node.operation("webmention.receive", WebmentionNew.class, WebmentionText.class,
              (request, body) -> {
                queue.add(node.newId(), body.source(), new Fetch(body.source()));
                return new ApiResponse(202, Map.of(), new WebmentionText(body.toString()));
              });
          node.operation("webmention.command", SlashCommand.class, WebmentionText.class,
              (request, body) -> ApiResponse.ok(new WebmentionText(body.toString())));
        }
      }
      """;
  private static final String DESCRIPTION =
      """
      api: 1
      name: webmention
      description: Webmentions
      components:
        schemas:
          WebmentionText:
            type: object
            required: [text]
            properties:
              text: {type: string, maxLength: 5000}
            additionalProperties: false
          WebmentionNew:
            type: object
            required: [source, target]
            properties:
              source: {type: string, format: uri, maxLength: 200}
              target: {type: string, format: uri, maxLength: 200}
            additionalProperties: false
          SlashCommand:
            type: object
            required: [command]
            properties:
              command: {type: string, minLength: 1, maxLength: 40}
              text: {type: string, maxLength: 200}
              urgent: {type: boolean}
              number: {type: integer, minimum: 0, maximum: 100}
              tags: {type: array, maxItems: 3, items: {type: string, maxLength: 9}}
            additionalProperties: false
      paths:
        /webmention:
          post:
            operationId: webmention.receive
            summary: Receive
            description: Receives a mention.
            security: []
            x-limit: {name: webmention, limit: 100, window: 60}
            requestBody:
              required: true
              content:
                application/x-www-form-urlencoded: {schema: {$ref: '#/components/schemas/WebmentionNew'}}
            responses:
              '202':
                description: Accepted
                content: {application/json: {schema: {$ref: '#/components/schemas/WebmentionText'}}}
          get:
            operationId: webmention.attempts
            summary: Attempts
            description: Returns the attempts.
            security: []
            responses:
              '200':
                description: Text
                content: {application/json: {schema: {$ref: '#/components/schemas/WebmentionText'}}}
        /webmention/fetch:
          get:
            operationId: webmention.fetch
            summary: Fetch
            description: Fetches a page.
            security: []
            parameters:
              - {name: url, in: query, required: true, description: URL, schema: {type: string, maxLength: 200}}
            responses:
              '200':
                description: Text
                content: {application/json: {schema: {$ref: '#/components/schemas/WebmentionText'}}}
        /webmention/command:
          post:
            operationId: webmention.command
            summary: Command
            description: Runs a command.
            security: []
            requestBody:
              required: true
              content:
                application/json: {schema: {$ref: '#/components/schemas/SlashCommand'}}
                application/x-www-form-urlencoded: {schema: {$ref: '#/components/schemas/SlashCommand'}}
            responses:
              '200':
                description: Text
                content: {application/json: {schema: {$ref: '#/components/schemas/WebmentionText'}}}
      """;

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with(
              "EXTENSIONS_FOLDER",
              ExtensionJars.extension(FOLDER, "webmention.Webmention", CODE, DESCRIPTION))
          .with("EXTENSIONS_WEBMENTION_BLOG", LoopbackServer.url(BLOG) + "/feed");

  private static HttpServer blog() {
    return LoopbackServer.start(exchange -> {
      FETCHED.incrementAndGet();
      byte[] page = new byte[exchange.getRequestURI().getPath().equals("/large") ? 2 << 20 : 9];
      exchange.sendResponseHeaders(200, page.length);
      exchange.getResponseBody().write(page);
      exchange.close();
    });
  }

  @AfterAll
  static void stop() {
    BLOG.stop(0);
    TestNode.deleteTree(FOLDER);
  }

  @Test
  void readsUrlEncodedForms() {
    Client.Reply reply =
        form(
                "/webmention/command",
                "command=%2Fplay&text=caf%C3%A9+no.%201&urgent=true&number=42&tags=a&tags=b&team_id=T1")
            .expect(200);
    assertEquals(
        "SlashCommand[command=/play, text=café no. 1, urgent=true, number=42, tags=[a, b]]",
        reply.json().getString("text"));
    reply = form("/webmention/command", "command=x&number=&urgent=on&text=");
    assertEquals(
        "SlashCommand[command=x, text=, urgent=true, number=null, tags=null]",
        reply.json().getString("text"));
  }

  @Test
  void refusesInvalidForms() {
    assertEquals("command", form("/webmention/command", "text=a").json().getString("param"));
    for (String wrong :
        "command=a&command=b command=%zz command=%ff command=a&number=x command=a&tags=1&tags=2&tags=3&tags=4"
            .split(" ")) {
      Client.Reply reply = form("/webmention/command", wrong);
      assertEquals(400, reply.status(), wrong + reply.text());
    }
    JsonObject json = JsonObject.of("command", "a");
    NODE.request("POST", "/webmention/command").json(json).expect(200);
    Client.Reply other = NODE.request("POST", "/webmention").json(json).expect(415);
    assertTrue(other.text().contains("application/x-www-form-urlencoded"), other.text());
  }

  @Test
  void refusesPrivateAddresses() throws Exception {
    String port = URI.create(NODE.address()).getPort() + "/";
    for (String source :
        List.of(
            "http://127.0.0.1:" + port,
            "http://localhost:" + port,
            "http://[::1]:" + port,
            "http://169.254.169.254/latest/meta-data")) {
      Client.Reply reply = fetch(source);
      assertEquals(403, reply.status(), source);
      assertTrue(reply.error().contains("private network"), reply.error());
      assertOneAttempt(source);
    }
    fetch("https://a@example.org/").expect(400);
    assertOneAttempt("https://a@example.org/");
  }

  @Test
  void callsOriginsOfItsSettings() throws Exception {
    String blog = LoopbackServer.url(BLOG);
    fetch(blog + "/post").expect(200);
    assertTrue(fetch(blog + "/large").error().contains("too large"));
    assertOneAttempt(blog + "/large");
  }

  /** Enqueues work that fails, and checks that it is not retried. */
  private static void assertOneAttempt(String source) throws Exception {
    form("/webmention", "source=" + source + "&target=https://example.org/" + source.hashCode())
        .expect(202);
    Waiting.until(() -> attempts(source) == 1);
    NODE.clock.advance(Duration.ofMinutes(5));
    form(
        "/webmention",
        "source=https://127.0.0.1/" + source.hashCode() + "&target=https://a.example/");
    Waiting.until(() -> attempts("https://127.0.0.1/" + source.hashCode()) == 1);
    assertEquals(1, attempts(source), source);
  }

  private static long attempts(String url) {
    return Pattern.compile(Pattern.quote("[" + url + "]"))
        .matcher(NODE.get("/webmention").json().getString("text"))
        .results()
        .count();
  }

  private static Client.Reply fetch(String url) {
    return NODE.get("/webmention/fetch?url=" + URLEncoder.encode(url, StandardCharsets.UTF_8));
  }

  private static Client.Reply form(String path, String body) {
    return NODE.request("POST", path).body("application/x-www-form-urlencoded", body).send();
  }
}
