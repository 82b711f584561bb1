package dev.gatehouse;

import static dev.gatehouse.EverydayTasks.mustTake;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The console's Audio page in a browser: upload, waveform, seek, delete, resume. */
@Tag("slow")
class ConsoleAudioTest {
  @RegisterExtension static final ConsoleTab TAB = new ConsoleTab().with(SoundFiles.SCRIPT);

  private static final TestNode NODE = TAB.node();

  @Test
  void uploadsPlaysAndDeletesADroppedFile() throws Exception {
    TAB.openSignedIn("audio");
    JsonObject heard =
        TAB.run(
            """
            document.querySelector('.drop').dispatchEvent(new DragEvent('drop',
              {dataTransfer: carry(wav(4, 'of-the-console.wav')), bubbles: true, cancelable: true}));
            const listen = () => document.querySelector('[aria-label="Play of-the-console.wav"]');
            await until('listed', () => listen());
            const uploaded = document.querySelector('[aria-label=Uploads] .state').innerText;
            listen().click();
            await until('drawn', () => document.querySelector('audio-player .wave canvas')?.width);
            const audio = document.querySelector('audio');
            await until('playable', () => audio.readyState > 0);
            const wave = document.querySelector('.wave wave');
            const {left, width, top} = wave.getBoundingClientRect();
            wave.dispatchEvent(new MouseEvent('click', {clientX: left + width / 2, clientY: top + 10, bubbles: true}));
            await until('sought', () => audio.currentTime > 1.5);
            const canvas = document.querySelector('.wave canvas');
            const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
            return {uploaded, at: audio.currentTime, drawn: pixels.some(byte => byte), hash: location.hash};
            """);
    assertEquals("uploaded as of-the-console.wav", heard.getString("uploaded"));
    assertEquals(2, heard.getDouble("at"), 0.1);
    assertTrue(heard.getBoolean("drawn"), "the waveform is empty");
    assertEquals("#/audio?file=of-the-console.wav", heard.getString("hash"));
    TAB.pressAndAnswer("Delete of-the-console.wav", "no");
    assertEquals(1, stored().size());
    TAB.pressAndAnswer("Delete of-the-console.wav", "yes");
    TAB.run(
        """
        await until('deleted', () => document.querySelector('.done'));
        await until('closed', () => !document.querySelector('audio-player'));
        """);
    assertEquals(0, stored().size());
  }

  @Test
  void editsAndListsASong() throws Exception {
    TAB.owner("POST", "/audio/upload").file("file", "song.wav", Wavs.tone(100)).send();
    TAB.openSignedIn("audio");
    TAB.run(
        """
        const edit = () => document.querySelector('[aria-label="Edit song.wav"]');
        await until('listed', () => edit());
        edit().click();
        await until('form', () => document.querySelector('#drawer')?.innerText === 'Edit song.wav');
        type({title: 'Harbor lights', track: '3'});
        document.querySelector('[name=listed]').click();
        document.querySelector('#drawer').closest('dialog').querySelector('form').requestSubmit();
        await until('saved', () => document.querySelector('.records')?.innerText.includes('Harbor lights'));
        """);
    JsonObject song = NODE.get("/audio/playlist").json().getJsonArray("tracks").getJsonObject(0);
    assertEquals("Harbor lights", song.getString("title"));
    assertEquals(3, song.getInteger("track"));
    TAB.owner("DELETE", "/audio/song.wav").send();
  }

  /** The second click opens the browser's file dialog, in which the test selects the files. */
  @Test
  void uploadsFiveFilesInTwoClicks() throws Exception {
    TAB.openSignedIn("today");
    JsonObject seen =
        TAB.run(
            """
            let clicks = 0;
            const click = async (name, find) => { await until(name, find); clicks++; find().click(); };
            await click('audio', () => document.querySelector('nav[aria-label=Pages] a[href="#/audio"]'));
            await click('field', () => document.querySelector('.drop input'));
            choose(document.querySelector('.drop input'), ...[1, 2, 3, 4, 5].map(number => wav(1, `song-${number}.wav`)));
            const listed = () => document.querySelectorAll('[aria-label^="Play song-"]').length;
            await until('all', () => listed() === 5 && idle());
            return {clicks};
            """);
    mustTake(2, "upload five songs", seen);
    assertEquals(5, stored().size());
    for (int song = 1; song <= 5; song++) {
      TAB.owner("DELETE", "/audio/song-" + song + ".wav").send();
    }
  }

  @Test
  void rejectsNonWavAndDiscardsCancelledUpload() throws Exception {
    TAB.openSignedIn("audio");
    TAB.sees(
        "{'refused': '*WAV*', 'name': '*<script>window.pwned=1<*'}",
        """
        const said = () => document.querySelector('[aria-label=Uploads] .state')?.innerText ?? '';
        // However fast the machine is, it is not there yet when it has just begun.
        let cancelled = false;
        const send = XMLHttpRequest.prototype.send;
        XMLHttpRequest.prototype.send = function(body) {
          if (body.get('file').name === 'large.wav') {
            this.upload.addEventListener('loadstart', () => setTimeout(() => { button('Cancel large.wav').click(); cancelled = true; }));
          }
          send.call(this, body);
        };
        choose(document.querySelector('.drop input'), new File(['no music'], args[0]), new File([new Uint8Array(30e6)], 'large.wav'));
        await until('refused', () => !/queued|% uploaded|processing/.test(said()) && said());
        const refused = said();
        await until('under way', () => cancelled);
        await until('cancelled', () => !document.querySelector('progress'));
        return {refused, name: document.querySelector('[aria-label=Uploads] strong').innerText};
        """,
        ConsoleTab.HOSTILE);
    assertEquals(0, stored().size());
  }

  /** The proxy closes the connection, and also the new connection of the browser's retry. */
  @Test
  void reportsAndRetriesInterruptedUpload() throws Exception {
    List<Path> before = NODE.blobs();
    try (FrozenProxy way = new FrozenProxy(URI.create(NODE.address()).getPort())) {
      TAB.browser().open("http://127.0.0.1:" + way.port() + "/console#/audio");
      TAB.signIn(TestNode.CODE);
      way.cutBeyond(1_000_000);
      JsonObject cut =
          TAB.run(
              """
              await until('the page', () => document.querySelector('audio-page .drop input'));
              choose(document.querySelector('.drop input'), wav(2000, 'cut.wav'));
              const failed = () => document.querySelector('[aria-label=Uploads] .state.down');
              await until('that it failed', () => failed());
              return {said: failed().innerText, listed: titles().filter(title => title === 'cut.wav').length};
              """);
      assertEquals(
          "The connection was lost before the whole file was sent. Nothing was stored. Try again.",
          cut.getString("said"));
      assertEquals(1, cut.getInteger("listed"), "it stands among the uploads alone");
      assertEquals(0, stored().size());
      Waiting.until(Duration.ofSeconds(60), () -> before.containsAll(NODE.blobs()));
      way.cutBeyond(Long.MAX_VALUE);
      TAB.run(
          """
          await press('Try again');
          await until('there', () => document.querySelector('[aria-label=Uploads] .state.up')?.innerText === 'uploaded as cut.wav');
          await until('listed', () => button('Delete cut.wav'));
          """);
    }
    assertEquals(32_000_044, stored().getJsonObject(0).getInteger("size"));
    assertEquals(200, TAB.owner("DELETE", "/audio/cut.wav").send().status());
  }

  @Test
  void uploadsDownloadsAndReplacesTheResume() throws Exception {
    TAB.openSignedIn("audio");
    TAB.sees(
        "{'missing': '*resume*', 'name': 'resume.pdf'}",
        """
        const section = () => document.querySelector('section[aria-labelledby=resume]');
        const button = () => section().querySelector('button');
        await until('page', () => section() && !button().disabled);
        button().click();
        await until('none', () => document.querySelector('[role=alert]') && idle());
        const missing = document.querySelector('[role=alert]').innerText;
        choose(section().querySelector('input'), new File([args[0]], 'cv.pdf', {type: 'application/pdf'}));
        const dialog = document.querySelector('dialog#question');
        await until('question', () => dialog.open);
        dialog.querySelector('button[value=yes]').click();
        await until('set', () => section().querySelector('.state')?.innerText === 'set as resume' && !button().disabled);
        button().click();
        await until('fetched', () => section().querySelector('a[download]'));
        const link = section().querySelector('a[download]');
        return {missing, name: link.download};
        """,
        "%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n");
  }

  private static JsonArray stored() {
    return NODE.owner("GET", "/audio").send().json().getJsonArray("files");
  }
}
