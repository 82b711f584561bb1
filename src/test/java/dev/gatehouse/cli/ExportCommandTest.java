package dev.gatehouse.cli;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.Wavs;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests {@link ExportCommand} through a running node. */
class ExportCommandTest {
  private static final Path FOLDER = TestNode.folder("export").resolve("mine");

  @RegisterExtension static final TestNode NODE = new TestNode().with("AREAS_OFF", "games");

  private final StringWriter output = new StringWriter();

  private int run(String... words) {
    output.getBuffer().setLength(0);
    return OwnersCommand.run(NODE, output, words);
  }

  private static JsonObject send(String path, JsonObject body) {
    Client.Reply reply = NODE.owner("POST", path).json(body).send();
    assertTrue(reply.status() < 300, reply.text());
    return reply.json();
  }

  @Test
  void writesAllAreasInOpenFormats() throws IOException {
    for (int i = 0; i < 101; i++) {
      send(
          "/api/proxy/redirects",
          JsonObject.of("key", "k" + i, "url", "https://example.org/" + i, "description", "=1+1"));
    }
    send(
        "/api/proxy/hyperlinks",
        JsonObject.of("url", "https://example.org/", "title", "Home, \"sweet\"")
            .put("tags", JsonArray.of("a", "b")));
    LocalDateTime start =
        LocalDateTime.ofInstant(NODE.clock.instant(), ZoneOffset.UTC)
            .plusDays(3)
            .truncatedTo(ChronoUnit.HOURS);
    send(
        "/api/proxy/calendar/create-event",
        JsonObject.of(
            "eventData",
            JsonObject.of("title", "Talk; about the 夜 and a title that needs more than one line")
                .put("timeZone", "UTC")
                .mergeIn(Samples.times(start.toString(), start.plusHours(1).toString()))));
    byte[] wav = Wavs.tone(3000);
    NODE.owner("POST", "/audio/upload").file("file", "Tide.wav", wav).send();

    assertEquals(0, run("export", FOLDER.toString()), output::toString);
    assertTrue(output.toString().contains("not exported: resume.pdf: 404"), output::toString);
    assertTrue(output.toString().contains("not exported: games/saves: 404"), output::toString);
    JsonArray urls = new JsonArray(Files.readString(FOLDER.resolve("site/short-urls.json")));
    assertEquals(101, urls.size());
    assertEquals("=1+1", urls.getJsonObject(0).getString("description"));
    List<String> table = Files.readAllLines(FOLDER.resolve("site/short-urls.csv"));
    assertEquals(102, table.size());
    assertTrue(table.getFirst().startsWith("key,url,description,clicks"), table::getFirst);
    assertTrue(table.get(1).contains(",'=1+1,"), () -> table.get(1));
    String links = Files.readString(FOLDER.resolve("site/links.csv"));
    assertTrue(links.contains("\"Home, \"\"sweet\"\"\"") && links.contains("a; b"), links);
    String meetings = Files.readString(FOLDER.resolve("calendar/meetings.ics"));
    assertTrue(meetings.replace("\r\n ", "").contains("SUMMARY:Talk\\; about the 夜"), meetings);
    assertTrue(
        meetings.lines().allMatch(line -> line.getBytes(StandardCharsets.UTF_8).length <= 75),
        meetings);
    assertArrayEquals(wav, Files.readAllBytes(FOLDER.resolve("audio/Tide.wav")));
    assertTrue(Files.readString(FOLDER.resolve("README.md")).contains("short-urls.csv: 101"));
    try (Stream<Path> files = Files.walk(FOLDER)) {
      assertTrue(files.noneMatch(file -> file.toString().endsWith(".part")));
    }
    assertFalse(NODE.owner("GET", "/api/proxy/keys").send().text().contains("gatehouse-export"));
    assertEquals(0, run("export", FOLDER.toString()), output::toString);
  }

  /** Files of the owner come out as they went in. */
  @Test
  void writesFilesAsUploaded() throws IOException {
    byte[] pdf = "%PDF-1.4\nresume".getBytes(StandardCharsets.UTF_8);
    NODE.owner("PUT", "/api/proxy/resume").body("application/pdf", pdf).send();
    byte[] csv = "date,open,high,low,close\n2026-01-02,1,2,1,2\n".getBytes(StandardCharsets.UTF_8);
    NODE.owner("PUT", "/api/proxy/historical-data/BRK.B").body("text/csv", csv).send();
    String product =
        send("/api/proxy/products", JsonObject.of("name", "Mug", "price", 12)).getString("_id");
    byte[] picture = Files.readAllBytes(Path.of("src/test/resources/pictures/adobe.png"));
    Client.Reply put =
        NODE.owner("PUT", "/api/proxy/products/" + product + "/pictures/front")
            .body("image/png", picture)
            .send();
    assertTrue(put.status() < 300, put.text());
    Path files = TestNode.folder("export-files");
    assertEquals(0, run("export", files.toString()), output::toString);
    assertArrayEquals(pdf, Files.readAllBytes(files.resolve("resume.pdf")));
    byte[] bars = Files.readAllBytes(files.resolve("trading/BRK.B.parquet"));
    assertEquals("PAR1", new String(bars, 0, 4, StandardCharsets.US_ASCII));
    assertArrayEquals(
        NODE.owner("GET", "/api/proxy/historical-data/BRK.B/download").send().bytes(), bars);
    byte[] jpeg = Files.readAllBytes(files.resolve("shop/pictures/" + product + "-1.jpg"));
    assertArrayEquals(new byte[] {(byte) 0xFF, (byte) 0xD8}, Arrays.copyOf(jpeg, 2), "a JPEG file");
    // A file that was cut off is fetched again.
    Files.write(files.resolve("resume.pdf"), new byte[] {1});
    assertEquals(0, run("export", files.toString()), output::toString);
    assertArrayEquals(pdf, Files.readAllBytes(files.resolve("resume.pdf")));
  }

  @Test
  void explainsWhatStopsIt() throws IOException {
    Path file = Files.createFile(TestNode.folder("export-file").resolve("file"));
    assertEquals(1, run("export", file.toString()));
    assertTrue(output.toString().contains("the export failed: "), output::toString);
  }
}
