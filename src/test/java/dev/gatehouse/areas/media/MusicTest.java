package dev.gatehouse.areas.media;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.Wavs;
import dev.gatehouse.Words;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tags of songs as real programs write them, the playlist, the page, and a new master. */
class MusicTest {
  @RegisterExtension static final TestNode NODE = new TestNode();

  @AfterEach
  void clear() {
    for (String name : call("GET", "/audio?limit=100").texts("files", "filename")) {
      call("DELETE", "/audio/" + name);
    }
  }

  /** Files of ffmpeg 9.0, mutagen 1.48 and libsndfile 1.2. */
  @ParameterizedTest
  @CsvSource({
    "ffmpeg-info, 夜の港, Mira, Harbour, 3, 2024, 0.02, 1, 48000, 24",
    "ffmpeg-bext, Bext, '', '', 0, 2019, 0.02, 1, 44100, 16",
    "ffmpeg-adpcm, Small, '', '', 0, 0, 0.02, 1, 44100, 4",
    "ffmpeg-rf64, Large, '', '', 0, 0, 0.02, 2, 44100, 32",
    "mutagen-23, Grüße über, 'Ada, Björk', Überall, 7, 2021, 0.02, 1, 44100, 16",
    "mutagen-24, Grüße über, 'Ada, Björk', Überall, 7, 2021, 0.02, 1, 44100, 16",
    "libsndfile, Sndfile, Erik, Lib, 9, 2018, 0.02, 1, 22050, 8",
    "libsndfile-ambisonic, libsndfile-ambisonic, '', '', 0, 0, 0.004, 4, 48000, 24",
    "libsndfile-ambisonic-float, libsndfile-ambisonic-float, '', '', 0, 0, 0.004, 4, 48000, 32",
  })
  void readsTags(
      String file,
      String title,
      String artist,
      String album,
      int track,
      int year,
      double duration,
      int channels,
      int rate,
      int bits)
      throws IOException {
    JsonObject song = upload(file + ".wav", resource(file));
    assertEquals(title, song.getString("title"));
    assertEquals(artist, song.getString("artist"));
    assertEquals(album, song.getString("album"));
    assertEquals(track, song.getInteger("track"));
    assertEquals(year, song.getInteger("year"));
    assertEquals(duration, song.getDouble("duration"), 0.0005);
    assertEquals(channels, song.getInteger("channels"));
    assertEquals(rate, song.getInteger("sampleRate"));
    assertEquals(bits, song.getInteger("bitsPerSample"));
  }

  /** The file ends within a chunk, or with an ID3 tag that states more than it has. */
  @ParameterizedTest
  @Words(
      """
      66616374040000000102 696433200a00000049443303004000000000 696433200c000000494433040040000000000000
      69643320100000004944330300000000000654495432
      """)
  void acceptsTruncatedTags(String end) {
    byte[] tone = Wavs.tone(100);
    byte[] tag = HexFormat.of().parseHex(end);
    byte[] wav = Arrays.copyOf(tone, tone.length + tag.length);
    System.arraycopy(tag, 0, wav, tone.length, tag.length);
    JsonObject song = upload("song.wav", wav);
    assertEquals("song", song.getString("title"));
    assertEquals(wav.length, song.getInteger("size"));
  }

  /** Files of mutagen 1.48, which adds the front cover as the second picture. */
  @ParameterizedTest
  @CsvSource({"mutagen-cover-23", "mutagen-cover-24"})
  void servesTheCoverInTheFile(String file) throws IOException {
    upload("song.wav", resource(file));
    Client.Reply listed = change("song.wav", JsonObject.of("listed", true));
    assertEquals("/audio/song.wav/cover", listed.json().getString("cover"));
    Client.Reply cover = NODE.get("/audio/song.wav/cover").expect(200);
    assertEquals("image/jpeg", cover.header("Content-Type"));
    assertEquals(633, cover.bytes().length);
    assertEquals("ffd8ff", HexFormat.of().formatHex(cover.bytes(), 0, 3));
    assertEquals("ffd9", HexFormat.of().formatHex(cover.bytes(), 631, 633));
    NODE.request("GET", "/audio/song.wav/cover")
        .header("If-None-Match", cover.header("ETag"))
        .expect(304);
    assertEquals(
        NODE.address() + "/audio/song.wav/cover",
        playlist("").getJsonArray("tracks").getJsonObject(0).getString("cover"));
    assertTrue(NODE.get("/music").text().contains("src=\"/audio/song.wav/cover\""));
    upload("none.wav", Wavs.tone(100));
    NODE.get("/audio/none.wav/cover").expect(404);
    NODE.get("/audio/missing.wav/cover").expect(404);
  }

  @Test
  void rejectsBidirectionalOverrideInNames() {
    Client.Request upload = NODE.owner("POST", "/audio/upload");
    upload.file("file", "song\u202evaw.exe", Wavs.tone(100));
    assertEquals("file", upload.expect(400).json().getString("param"));
  }

  /** A file of libsndfile 1.2, to which labels were added. */
  @Test
  void readsCuePointsAndPeaks() throws IOException {
    JsonObject song = upload("song.wav", resource("libsndfile-cue"));
    JsonObject verse = JsonObject.of("seconds", 0.1, "label", "Strophe");
    JsonObject refrain = JsonObject.of("seconds", 0.3, "label", "Refrain ü");
    assertEquals(JsonArray.of(verse, refrain), song.getJsonArray("cues"));
    JsonArray peaks = song.getJsonArray("peaks");
    assertEquals(160, peaks.size());
    assertTrue(peaks.getDouble(0) < 0.02, peaks::encode);
    assertEquals(0.46, peaks.getDouble(80), 0.02);
    assertEquals(0.91, peaks.getDouble(159));
  }

  /** The same tone, whose amplitude is one half, in formats of ffmpeg. */
  @ParameterizedTest
  @ValueSource(strings = {"u8", "s16le", "s24le", "s32le", "f32le", "f64le", "alaw", "mulaw"})
  void measuresEachFormat(String format) throws IOException {
    JsonObject song = upload("song.wav", resource("half-pcm_" + format));
    assertEquals(160, song.getJsonArray("peaks").size());
    assertEquals(0.5, song.getJsonArray("peaks").getDouble(4), 0.02, song.encode());
  }

  @Test
  void offersAFeedOfPodcasts() throws Exception {
    upload("a & b.wav", resource("mutagen-cover-24"));
    String name = call("GET", "/audio").texts("files", "filename").getFirst();
    change(name, JsonObject.of("listed", true, "title", "Rock & <Roll>"));
    Client.Reply feed = NODE.get("/audio/playlist?format=rss");
    assertEquals("application/rss+xml", feed.header("Content-Type"));
    var builder = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder();
    var document = builder.parse(new ByteArrayInputStream(feed.bytes()));
    var item = document.getElementsByTagName("item").item(0).getChildNodes();
    Map<String, org.w3c.dom.Node> parts = new HashMap<>();
    for (int i = 0; i < item.getLength(); i++) {
      parts.put(item.item(i).getNodeName(), item.item(i));
    }
    assertEquals("Rock & <Roll>", parts.get("title").getTextContent());
    var enclosure = parts.get("enclosure").getAttributes();
    assertEquals(NODE.address() + "/audio/" + name, enclosure.getNamedItem("url").getNodeValue());
    assertEquals("8310", enclosure.getNamedItem("length").getNodeValue());
    assertEquals("audio/wav", enclosure.getNamedItem("type").getNodeValue());
    assertTrue(parts.containsKey("itunes:image"));
    NODE.clock.advance(Duration.ofMinutes(1));
    upload("later.wav", Wavs.tone(100));
    change("later.wav", JsonObject.of("listed", true));
    String both = NODE.get("/audio/playlist?format=rss").text();
    assertTrue(both.indexOf("/audio/later.wav") < both.indexOf("/audio/" + name), both);
  }

  @Test
  void listsWhatTheOwnerListed() throws IOException {
    upload("b.wav", resource("mutagen-24"));
    upload("a.wav", resource("ffmpeg-info"));
    upload("夜.wav", Wavs.tone(100));
    assertEquals(0, playlist("").getJsonArray("tracks").size());
    change("a.wav", JsonObject.of("listed", true, "cover", "/audio/cover.png"));
    Client.Reply changed =
        change("b.wav", JsonObject.of("listed", true, "album", "Harbour")).expect(200);
    assertEquals("Grüße über", changed.json().getString("title"));
    Client.Reply found = NODE.get("/audio/playlist?album=Harbour");
    assertEquals(List.of("夜の港", "Grüße über"), found.texts("tracks", "title"));
    JsonObject list = found.json();
    JsonObject first = list.getJsonArray("tracks").getJsonObject(0);
    assertEquals(NODE.address() + "/audio/a.wav", first.getString("url"));
    assertEquals(NODE.address() + "/audio/cover.png", first.getString("cover"));
    assertEquals(0.04, list.getDouble("duration"), 0.001);
    String m3u =
        "#EXTM3U\n#EXTINF:0,Mira - 夜の港\nURL/a.wav\n#EXTINF:0,Ada, Björk - Grüße über\nURL/b.wav\n";
    assertEquals(
        m3u.replace("URL", NODE.address() + "/audio"),
        NODE.get("/audio/playlist?format=m3u").text());
    String page = NODE.get("/music").text();
    assertTrue(page.contains("<audio controls preload=\"none\" src=\"/audio/a.wav\""), page);
    assertTrue(page.indexOf("夜の港") < page.indexOf("Grüße über"), page);
    assertFalse(page.contains("夜.wav"), page);
    change("a.wav", JsonObject.of("cover", "javascript:x")).expect(400);
    change("none.wav", JsonObject.of("track", 1)).expect(404);
  }

  @ParameterizedTest
  @CsvSource({
    "夜, 2", "%E6%B8%AF, 1", "GRUSSE, 1",
    "gru%C3%9Fe, 1", "harb, 1", "夜の, 1",
    "nothing, 0"
  })
  void findsPartsInAnyScript(String q, int found) throws IOException {
    upload("a.wav", resource("ffmpeg-info"));
    upload("b.wav", resource("mutagen-23"));
    upload("07 夜.wav", Wavs.tone(100));
    String text =
        q.startsWith("%") || q.contains("%") ? q : URLEncoder.encode(q, StandardCharsets.UTF_8);
    JsonObject list = call("GET", "/audio?q=" + text).json();
    assertEquals(found, list.getJsonArray("files").size(), list.encode());
    assertEquals(found, list.getJsonObject("pagination").getInteger("total"));
  }

  @Test
  void replacesUnderTheSameAddress() {
    byte[] newer = Wavs.tone(300);
    upload("song.wav", Wavs.tone(100));
    change("song.wav", JsonObject.of("title", "Mine", "listed", true));
    String before = NODE.get("/audio/song.wav").header("ETag");
    Client.Reply replaced = replace("song.wav", newer, before).expect(200);
    assertEquals("Mine", replaced.json().getString("title"));
    assertTrue(replaced.json().getBoolean("listed"));
    assertEquals(newer.length, replaced.json().getInteger("size"));
    Client.Reply played = NODE.get("/audio/song.wav");
    assertArrayEquals(newer, played.bytes());
    assertNotEquals(before, played.header("ETag"));
    replace("song.wav", Wavs.tone(5), before).expect(412);
    replace("none.wav", newer, null).expect(404);
    replace("song.wav", new byte[] {1, 2, 3}, null).expect(415);
    assertArrayEquals(newer, NODE.get("/audio/song.wav").bytes());
  }

  private static Client.Reply replace(String name, byte[] wav, String tag) {
    var request = NODE.owner("PUT", "/audio/" + name);
    if (tag != null) {
      request.header("If-Match", tag);
    }
    return request.body("audio/wav", wav).send();
  }

  private static JsonObject upload(String name, byte[] wav) {
    return NODE.owner("POST", "/audio/upload").file("file", name, wav).expect(201).json();
  }

  private static JsonObject playlist(String query) {
    return NODE.get("/audio/playlist" + query).json();
  }

  private static Client.Reply change(String name, JsonObject body) {
    return NODE.owner("PATCH", "/audio/" + name).json(body).send();
  }

  private static Client.Reply call(String method, String path) {
    return NODE.owner(method, path).send();
  }

  private static byte[] resource(String name) {
    return Samples.bytes("/audio/" + name + ".wav");
  }
}
