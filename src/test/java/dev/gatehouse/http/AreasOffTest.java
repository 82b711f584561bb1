package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.TestSettings;
import dev.gatehouse.contract.Contract;
import dev.gatehouse.contract.ContractFiles;
import dev.gatehouse.contract.Operation;
import dev.gatehouse.settings.Settings;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A site without games, trading and a code host, which is closed to visitors' input. */
class AreasOffTest {
  private static final Contract CONTRACT = ContractFiles.load("X-API-Key", "");

  private static final String OFF = "games, trading, codehost";

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("AREAS_OFF", OFF)
          .with("TRADING_LOG_RETENTION", "30d")
          .with("PUBLIC_CLOSED", "bookings, dna, hire, reviews, short-urls, sign-up")
          .with("CALENDAR_EVENT_TYPES", "intro | 30m | Introduction");

  @ParameterizedTest
  @CsvSource({
    "GET, /games/blockgame/whitelist",
    "GET, /api/proxy/historical-data",
    "GET, /api/proxy/bots/trading/logs",
    "PUT, /api/proxy/public/trading/positions",
    "GET, /api/proxy/codehost-stats"
  })
  void answers404(String method, String path) {
    assertNull(NODE.owner(method, path).expect(404, "path_not_found").header("Retry-After"));
  }

  @Test
  void leavesThemOutOfTheDocument() {
    JsonObject document = NODE.get("/openapi.json").json();
    assertEquals(
        CONTRACT.operations().stream()
            .filter(operation -> !operation.area().matches("games|trading|codehost"))
            .map(Operation::path)
            .collect(Collectors.toSet()),
        document.getJsonObject("paths").fieldNames());
    assertFalse(document.encode().contains("blockgame/"), "games");
    JsonObject schemas = document.getJsonObject("components").getJsonObject("schemas");
    assertTrue(schemas.containsKey("HireSubmission"));
    assertTrue(
        schemas.size()
            < CONTRACT.document().getJsonObject("components").getJsonObject("schemas").size());
  }

  @Test
  void leavesThemOutOfReportAndHealth() {
    String report = NODE.owner("GET", "/api/proxy/report").send().text();
    assertTrue(report.contains("nothing is due"), report);
    NODE.get("/api/proxy/still-alive/status").expect(200);
  }

  /** Stored data still have a retention. */
  @Test
  void runsOnlyTheirDeletions() throws IOException {
    NODE.with("AREAS_OFF", OFF + ", commerce, storefront").restart();
    JsonObject jobs = NODE.owner("GET", "/api/proxy/node/jobs").answer();
    assertEquals(
        Set.of(
            "commerce.forgetCodes", "commerce.forgetRejectedReviews",
            "commerce.forgetReservations", "commerce.forgetSpam",
            "trading.deleteOldEvents", "trading.deleteOldLogs"),
        jobs.getJsonArray("jobs").stream()
            .map(job -> ((JsonObject) job).getString("name"))
            .filter(name -> name.matches("(games|trading|codehost|commerce)\\..*"))
            .collect(Collectors.toSet()));
    NODE.with("AREAS_OFF", OFF).restart();
  }

  @ParameterizedTest
  @CsvSource({"blockgameWhitelist, 0", "WatchlistRequest, 0", "HireRequest, 1"})
  void leavesTheirRecordsOutOfTheSearch(String record, int found) {
    String page = NODE.get("/docs/search?q=" + record).text();
    assertEquals(found, page.contains("#" + record.toLowerCase(Locale.ROOT) + '"') ? 1 : 0, page);
  }

  @ParameterizedTest
  @CsvSource({"games, false", "payments, true"})
  void leavesTheirSectionsOutOfTheSearch(String area, boolean found) {
    String page = NODE.get("/docs/search?q=api+" + area).text();
    assertEquals(found, page.contains("/docs/reference/api#" + area + '"'), page);
  }

  @Test
  void tellsTheConsole() {
    String page = NODE.get("/console").text();
    String folder = page.replaceAll("(?s).*\"(/console/[^/\"]+/)app\\.js\".*", "$1");
    String list = NODE.get(folder + "extensions.js").text();
    assertTrue(
        list.contains("AREAS_OFF = [\"codehost\",\"games\",\"trading\"];"), folder + '\n' + list);
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /api/proxy/hire, The form is closed",
    "POST, /api/proxy/hire/send, The form is closed",
    "POST, /api/proxy/reviews, Reviews cannot be written",
    "POST, /api/proxy/reviews/verify, Reviews cannot be written",
    "POST, /services/DNA, Sequences cannot be uploaded",
    "GET, /api/proxy/redirects/public, short URLs is not public",
    "GET, /book, No meetings can be booked",
    "GET, /book/intro, No meetings can be booked"
  })
  void closesPublicOperations(String method, String path, String sentence) {
    Client.Request request = NODE.request(method, path);
    Client.Reply reply =
        method.equals("GET") ? request.send() : request.json(new JsonObject()).send();
    reply.expect(403, "closed");
    assertTrue(reply.json().getString("error").contains(sentence), reply.text());
  }

  /** A browser gets a page with the sentence. The owner can use what is closed. */
  @Test
  void answersPagesAndTheOwner() {
    Client.Reply page = NODE.request("GET", "/book").header("Accept", "text/html").expect(403);
    assertTrue(page.text().contains("No meetings can be booked at the moment."), page.text());
    JsonObject form = Samples.hire("Ada", "ada@example.net", "A site.");
    NODE.owner("POST", "/api/proxy/hire").json(form).expect(200);
  }

  @Test
  void namesEachClosableOperation() {
    assertEquals(
        Settings.CLOSABLE,
        CONTRACT.operations().stream()
            .map(Operation::closable)
            .filter(name -> !name.isEmpty())
            .collect(Collectors.toSet()));
  }

  @ParameterizedTest
  @CsvSource({
    "AREAS_OFF, trade, areas.off has the unknown entry trade",
    "AREAS_OFF, payments, areas.off: storefront needs payments",
    "PUBLIC_CLOSED, forms, public.closed has the unknown entry forms"
  })
  void rejectsMistakes(String key, String value, String message) {
    String error = TestSettings.refusal(key, value);
    assertTrue(error.contains(message), error);
  }
}
