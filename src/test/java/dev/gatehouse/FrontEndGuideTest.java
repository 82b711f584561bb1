package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The page of the guide for front ends works on another origin, in Chromium. */
class FrontEndGuideTest {
  private static final FrontEnd SITE = new FrontEnd();

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("CORS_ORIGINS", SITE.origin())
          .with("CALENDAR_EMBED_ORIGINS", SITE.origin());

  private static Browser browser;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(Browser.installed(), "chromium");
    browser = Browser.start();
  }

  @AfterAll
  static void stop() throws Exception {
    if (browser != null) {
      browser.close();
    }
    SITE.close();
  }

  @Test
  void showsListsAndSendsForms() throws Exception {
    send(
        "POST",
        "/api/proxy/hyperlinks",
        new JsonObject().put("url", "mailto:ada@example.org").put("title", "Write to me"));
    send(
        "POST",
        "/api/proxy/products",
        new JsonObject()
            .put("name", "Tee")
            .put("price", 20)
            .put("stock", new JsonObject().put("M", 1)));
    Client.Reply uploaded =
        NODE.client()
            .request("POST", "/audio/upload")
            .key(TestNode.KEY)
            .file("file", "tone.wav", Wavs.tone(2_000))
            .send();
    assertEquals(201, uploaded.status(), uploaded.text());
    send("PATCH", "/audio/tone.wav", new JsonObject().put("listed", true).put("artist", "Mira"));

    browser.open(SITE.origin());
    JsonObject seen =
        browser.run(
            """
            document.open();
            document.write(args[0]);
            document.close();
            const texts = id => [...document.querySelectorAll(`#${id} a`)].map(each => each.textContent).join();
            await until('lists', () => texts('songs') && document.getElementById('book').src);
            const submit = async (id, values) => {
              const form = document.getElementById(id);
              for (const [name, value] of Object.entries(values)) form.elements[name].value = value;
              form.querySelector('output').textContent = '';
              form.querySelector('button').click();
              await until(id, () => form.querySelector('output').textContent);
              return form.querySelector('output').textContent;
            };
            const empty = await submit('hire', {});
            const hire = await submit('hire', {name: 'Eve', email: 'eve@example.org', projectType: 'Site', description: 'Hello'});
            const news = await submit('news', {email: 'eve@example.org'});
            document.querySelector('#songs a').click();
            await until('played', () => document.getElementById('player').currentTime > 0);
            return {links: texts('links'), products: texts('products'), songs: texts('songs'), empty, hire, news};
            """,
            page());
    assertEquals("Write to me", seen.getString("links"), seen.encode());
    assertEquals("Tee", seen.getString("products"), seen.encode());
    assertEquals("Mira - tone", seen.getString("songs"), seen.encode());
    assertTrue(seen.getString("empty").contains("; "), seen.encode());
    assertFalse(seen.getString("hire").contains("must"), seen.encode());
    assertFalse(seen.getString("news").contains("must"), seen.encode());
  }

  private static void send(String method, String path, JsonObject body) {
    Client.Reply reply = NODE.client().request(method, path).key(TestNode.KEY).json(body).send();
    assertTrue(reply.status() < 300, reply.text());
  }

  private static String page() throws IOException {
    String guide = Files.readString(Path.of("src/docs/guides/front-end.md"));
    String block = guide.substring(guide.indexOf("```html\n") + "```html\n".length());
    return block
        .substring(0, block.indexOf("\n```"))
        .replace("https://api.example.org", NODE.address());
  }
}
