package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.gatehouse.contract.ContractFiles;
import io.vertx.core.json.JsonObject;
import javax.sound.sampled.AudioFileFormat;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A node's pages in a visitor's browser. Needs Debian's chromium, alsa-utils. */
@Tag("slow")
class BrowserTest {
  private static final Path RECORDINGS = Path.of("/usr/share/sounds/alsa");
  private static final int REPEATS = 8;
  private static final int STATUS_PARTIAL = 206;

  private static final FrontEnd SITE = new FrontEnd();

  @RegisterExtension
  static final TestNode NODE = new TestNode().with("CORS_ORIGINS", SITE.origin());

  @AutoClose private static Browser browser;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(Browser.installed() && Files.isDirectory(RECORDINGS), "chromium, alsa-utils");
    browser = Browser.start();
  }

  @Test
  void playsAndSeeksAudioOnASitePage() throws Exception {
    byte[] wav = recordings();
    double duration = seconds(wav);
    Client client = NODE.client();
    client
        .request("POST", "/audio/upload")
        .token(client.token(TestNode.CODE))
        .file("file", "announcements.wav", wav)
        .expect(201);

    browser.recordNetwork();
    browser.open(SITE.origin());
    JsonObject heard =
        browser.run(
            """
            const audio = document.querySelector('audio');
            audio.src = args[0];
            await until('metadata', () => audio.readyState >= 1 || audio.error);
            if (audio.error) throw new Error(audio.error.message);
            await audio.play();
            await until('playing', () => audio.currentTime > 0.3);
            let seeked = false;
            audio.addEventListener('seeked', () => { seeked = true; }, {once: true});
            audio.currentTime = audio.duration / 2;
            await until('seeked', () => seeked);
            const at = audio.currentTime;
            await until('playing on', () => audio.currentTime > at + 0.5);
            return {duration: audio.duration, at, paused: audio.paused};
            """,
            NODE.address() + "/audio/announcements.wav");

    assertEquals(duration, heard.getDouble("duration"), 0.01);
    assertEquals(duration / 2, heard.getDouble("at"), 10);
    assertFalse(heard.getBoolean("paused"));
    List<Long> starts =
        browser.network("responseReceived").stream()
            .map(event -> event.getJsonObject("response"))
            .filter(response -> response.getInteger("status") == STATUS_PARTIAL)
            .map(response -> start(response.getJsonObject("headers")))
            .toList();
    // The browser had not loaded the middle when it seeked there, so it sent a separate Range
    // request.
    assertTrue(starts.stream().anyMatch(first -> first > wav.length / 4), starts.toString());
    assertEquals(List.of(), browser.console());
  }

  @Test
  void blocksReadsFromAnotherOrigin() throws Exception {
    browser.open(SITE.origin().replace("127.0.0.1", "localhost"));
    JsonObject result =
        browser.run(
            """
            return fetch(args[0]).then(reply => ({read: true}), problem => ({read: false}));
            """,
            NODE.address() + "/api/proxy/still-alive/status");
    assertFalse(result.getBoolean("read"));
    List<String> said = new ArrayList<>();
    Waiting.until(() -> {
      said.addAll(browser.console());
      return said.toString().contains("CORS policy");
    });
  }

  @Test
  void sendsARequestFromTheReference() throws Exception {
    browser.beforeEachPage(
        """
        window.violations = [];
        addEventListener('securitypolicyviolation',
          e => violations.push(e.violatedDirective + ' ' + e.blockedURI));
        """);
    browser.recordNetwork();
    // A fragment that names no operation.
    browser.open(NODE.address() + "/swagger#%");
    JsonObject shown =
        browser.run(
            """
            const all = () => [...document.querySelectorAll('details.operation')];
            await until('operations', () => all().length);
            const operations = all().length;
            const state = document.querySelector('#state').innerText;
            const search = document.querySelector('#search');
            search.value = 'GET still-alive';
            search.dispatchEvent(new Event('input'));
            await until('found', () => all().filter(one => one.checkVisibility()).length === 1);
            const alive = all().find(one => one.checkVisibility());
            alive.querySelector('summary').click();
            await until('form', () => alive.querySelector('form'));
            alive.querySelector('form').requestSubmit();
            await until('reply', () => alive.querySelectorAll('pre')[1]?.innerText.includes('alive'));
            alive.scrollIntoView();
            return {
              operations,
              state,
              reply: alive.querySelector('[role=status]').innerText + alive.querySelectorAll('pre')[1].innerText,
              violations,
            };
            """);

    assertEquals(operations(), shown.getInteger("operations"));
    assertEquals(operations() + " operations", shown.getString("state"));
    assertTrue(shown.getString("reply").startsWith("200"), shown.getString("reply"));
    assertTrue(shown.getString("reply").contains("\"alive\""), shown.getString("reply"));
    assertEquals(0, shown.getJsonArray("violations").size(), shown.encode());
    List<String> elsewhere =
        browser.network("requestWillBeSent").stream()
            .map(event -> event.getJsonObject("request").getString("url"))
            .filter(url -> !url.startsWith(NODE.address() + "/") && !url.startsWith("data:"))
            .toList();
    assertEquals(List.of(), elsewhere);
    assertEquals(List.of(), browser.console());
  }

  private static int operations() {
    return ContractFiles.load("X-API-Key", "").operations().size();
  }

  private static long start(JsonObject headers) {
    String range = headers.getString("Content-Range", headers.getString("content-range"));
    return Long.parseLong(range.substring("bytes ".length(), range.indexOf('-')));
  }

  /** All of alsa-utils' recordings, repeated to be long enough to seek in. */
  private static byte[] recordings() throws Exception {
    List<Path> files;
    try (Stream<Path> all = Files.list(RECORDINGS)) {
      files = all.filter(file -> file.toString().endsWith(".wav")).sorted().toList();
    }
    var samples = new ByteArrayOutputStream();
    AudioFormat format = null;
    for (int i = 0; i < REPEATS; i++) {
      for (Path file : files) {
        try (AudioInputStream in = AudioSystem.getAudioInputStream(file.toFile())) {
          format = in.getFormat();
          in.transferTo(samples);
        }
      }
    }
    var wav = new ByteArrayOutputStream();
    long frames = samples.size() / format.getFrameSize();
    var all = new ByteArrayInputStream(samples.toByteArray());
    AudioSystem.write(new AudioInputStream(all, format, frames), AudioFileFormat.Type.WAVE, wav);
    return wav.toByteArray();
  }

  private static double seconds(byte[] wav) throws Exception {
    try (AudioInputStream in = AudioSystem.getAudioInputStream(new ByteArrayInputStream(wav))) {
      return in.getFrameLength() / (double) in.getFormat().getFrameRate();
    }
  }
}
