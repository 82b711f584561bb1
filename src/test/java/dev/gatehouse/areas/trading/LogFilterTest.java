package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bounds of the log are compared with all decimals of the times. */
class LogFilterTest {
  @RegisterExtension static final TestNode NODE = new TestNode();

  private static final String LOGS = "/api/proxy/bots/trading/logs";
  private static final String SECOND = "2026-01-02T03:04:05";
  private static final List<String> DECIMALS =
      List.of(".677999999", ".678", ".678000001", ".678500", ".678999999", ".679");

  @BeforeAll
  static void store() {
    JsonArray entries = new JsonArray();
    for (String decimals : DECIMALS) {
      entries.add(Samples.entry(SECOND + decimals + 'Z', decimals));
    }
    entries.add(Samples.entry("2026-01-04T23:59:59.999999999Z", "end of day"));
    NODE.owner("POST", LOGS).body("application/json", entries.encode()).expect(201);
  }

  @ParameterizedTest
  @CsvSource({
    ".677999999, .679, .677999999 .678 .678000001 .678500 .678999999 .679",
    ".678, .678, .678",
    ".678, .679, .678 .678000001 .678500 .678999999 .679",
    ".678000001, .678999998, .678000001 .678500",
    ".678000002, .678999999, .678500 .678999999",
    ".6785, .6785, .678500",
    ".678999999, .679, .678999999 .679",
    ".677999999, .677999999, .677999999",
    ".6785, .678000001, ''",
    ".679, .678, ''",
    ".678500001, .678500001, ''",
  })
  void comparesBoundsExactly(String from, String until, String expected) {
    String query =
        "&messageType=info&startDate=" + SECOND + from + "Z&endDate=" + SECOND + until + 'Z';
    JsonObject page = page(query);
    assertEquals(expected, messages(page));
    int count = expected.isEmpty() ? 0 : expected.split(" ").length;
    assertEquals(count, page.getJsonObject("pagination").getInteger("totalItems"));
  }

  @Test
  void pagesThroughBoundedRange() {
    String query = "&startDate=" + SECOND + ".678000001Z&endDate=" + SECOND + ".678999998Z&limit=1";
    // Entries of one millisecond are sorted by ID.
    String both = messages(page(query + "&page=1")) + ' ' + messages(page(query + "&page=2"));
    assertEquals(Set.of(".678000001", ".678500"), Set.of(both.split(" ")));
    assertEquals("", messages(page(query + "&page=3")));
  }

  @Test
  void includesTheLastNanosecondOfDay() {
    assertEquals("end of day", messages(page("&startDate=2026-01-04&endDate=2026-01-04")));
  }

  @Test
  void acceptsEveryReturnedTimeAsBound() {
    JsonArray all = page("").getJsonArray("data");
    assertTrue(all.size() > DECIMALS.size());
    for (int i = 0; i < all.size(); i++) {
      JsonObject message = all.getJsonObject(i).getJsonObject("LogMessage");
      String time = message.getString("timeStamp");
      assertEquals(
          message.getString("message"), messages(page("&startDate=" + time + "&endDate=" + time)));
      Instant exact = Instant.parse(time);
      long later = times(all).filter(each -> !each.isBefore(exact)).count();
      JsonObject pagination = page("&startDate=" + time).getJsonObject("pagination");
      assertEquals(later, pagination.getLong("totalItems"));
    }
  }

  private static Stream<Instant> times(JsonArray entries) {
    return entries.stream()
        .map(entry -> ((JsonObject) entry).getJsonObject("LogMessage").getString("timeStamp"))
        .map(Instant::parse);
  }

  private static JsonObject page(String query) {
    return NODE.get(LOGS + "?sortOrder=asc" + query).expect(200).json();
  }

  private static String messages(JsonObject page) {
    return page.getJsonArray("data").stream()
        .map(entry -> ((JsonObject) entry).getJsonObject("LogMessage").getString("message"))
        .sorted(Comparator.comparing(DECIMALS::indexOf))
        .collect(Collectors.joining(" "));
  }
}
