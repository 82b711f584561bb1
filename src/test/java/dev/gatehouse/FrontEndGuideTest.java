package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.gatehouse.EnginesWalkTest.Engine;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The page of the guide for front ends on another origin, and the page of the music, in each engine
 * that is installed.
 */
@Tag("slow")
class FrontEndGuideTest {
  @AutoClose private static final FrontEnd SITE = new FrontEnd();

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("LIMITS_DEFAULT_PER_MINUTE", "0")
          .with("CORS_ORIGINS", SITE.origin())
          .with("CALENDAR_EMBED_ORIGINS", SITE.origin());

  @ParameterizedTest
  @EnumSource
  void showsListsAndSendsForms(Engine engine) throws Exception {
    assumeTrue(engine.installed(), engine.name());
    // An address can send three forms in an hour.
    boolean empty = engine == Engine.CHROMIUM;
    clear();
    send(
        "POST",
        "/api/proxy/hyperlinks",
        JsonObject.of("url", "mailto:ada@example.org", "title", "Write to me"));
    send(
        "POST",
        "/api/proxy/products",
        JsonObject.of("name", "Tee", "price", 20, "stock", JsonObject.of("M", 1)));
    song("tone.wav");
    JsonObject seen =
        run(
            engine,
            SITE.origin(),
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
            const hire = await submit('hire', args[1] ? {} : {name: 'Eve', email: 'eve@example.org', projectType: 'Site', description: 'Hello'});
            const news = await submit('news', {email: 'eve@example.org'});
            // WebKit blocks sound without a gesture of the user.
            document.getElementById('player').muted = true;
            document.querySelector('#songs a').click();
            await until('played', () => document.getElementById('player').currentTime > 0);
            return {links: texts('links'), products: texts('products'), songs: texts('songs'), hire, news};
            """,
            page(),
            empty);
    assertEquals("Write to me", seen.getString("links"), seen.encode());
    assertEquals("Tee", seen.getString("products"), seen.encode());
    assertEquals("Mira - tone", seen.getString("songs"), seen.encode());
    String said = seen.getString("hire");
    assertEquals(empty, said.contains("; "), said);
    assertFalse(said.contains("limit"), said);
    assertFalse(seen.getString("news").contains("must"), seen.encode());
  }

  @ParameterizedTest
  @EnumSource
  void playsEachSongAfterTheOther(Engine engine) throws Exception {
    assumeTrue(engine.installed(), engine.name());
    clear();
    song("one.wav");
    song("two.wav");
    JsonObject seen =
        run(
            engine,
            NODE.address() + "/music#one.wav",
            """
            const [first, second] = document.querySelectorAll('audio');
            first.muted = second.muted = true;
            first.play();
            await until('the second', () => second.ended);
            return {hash: location.hash, first: first.ended, focus: document.activeElement === second, title: document.title};
            """);
    assertEquals("#two.wav", seen.getString("hash"), seen.encode());
    assertTrue(seen.getBoolean("first"), seen.encode());
    assertTrue(seen.getBoolean("focus"), seen.encode());
  }

  private static JsonObject run(Engine engine, String url, String script, Object... arguments)
      throws Exception {
    try (EnginePage page = engine.start("en-US")) {
      page.open(url);
      return page.run(script, arguments);
    }
  }

  private static void clear() {
    for (String list : List.of("/audio", "/api/proxy/hyperlinks", "/api/proxy/products")) {
      Client.Reply all = NODE.owner("GET", list).send();
      JsonArray records =
          all.text().startsWith("[") ? new JsonArray(all.text()) : all.json().getJsonArray("files");
      for (Object each : records) {
        JsonObject one = (JsonObject) each;
        String id = one.getString("filename", one.getString("_id"));
        NODE.owner("DELETE", list + "/" + id).send();
      }
    }
  }

  private static void song(String name) {
    NODE.owner("POST", "/audio/upload").file("file", name, Wavs.tone(2_000)).expect(201);
    send("PATCH", "/audio/" + name, JsonObject.of("listed", true, "artist", "Mira"));
  }

  private static void send(String method, String path, JsonObject body) {
    Client.Reply reply = NODE.owner(method, path).json(body).send();
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
