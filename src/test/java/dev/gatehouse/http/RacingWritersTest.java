package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Concurrently;
import dev.gatehouse.TestNode;
import dev.gatehouse.Unchecked;
import dev.gatehouse.Wavs;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Of several concurrent changes under the same condition, one succeeds and the others fail with a
 * status.
 */
@Tag("slow")
class RacingWritersTest {
  private static final int WRITERS = 4;
  private static final int ROUNDS = 5;
  private static final String SYMBOL = "/api/proxy/historical-data/RACE";
  private static final String RESUME = "/api/proxy/resume";
  private static final String LISTINGS = "/api/proxy/listings?type=";

  @RegisterExtension static final TestNode NODE = new TestNode();

  @RepeatedTest(ROUNDS)
  void letsOneOfRacingSymbolWritersWin() throws Exception {
    oneWins(i -> put(i).header("If-None-Match", "*"));
    String made = etag(NODE.get(SYMBOL));
    oneWins(i -> put(i).header("If-Match", made));
    String replaced = etag(NODE.get(SYMBOL));
    oneWins(i -> i % 2 == 0 ? put(i).header("If-Match", replaced) : bars(i, replaced));
    String added = etag(NODE.get(SYMBOL));
    oneWins(i -> NODE.owner("DELETE", SYMBOL).header("If-Match", added));
    NODE.get(SYMBOL).expect(404);
  }

  @RepeatedTest(ROUNDS)
  void letsOneOfRacingResumeWritersWin() throws Exception {
    resume(-1).expect(200);
    String etag = etag(NODE.owner("POST", RESUME + "/download").send());
    oneWins(i -> resume(i).header("If-Match", etag));
  }

  @RepeatedTest(ROUNDS)
  void letsOneOfRacingSongDeletesWin() throws Exception {
    NODE.owner("POST", "/audio/upload").file("file", "race.wav", Wavs.tone(5_000)).expect(201);
    String etag = etag(NODE.get("/audio/race.wav"));
    oneWins(i -> NODE.owner("DELETE", "/audio/race.wav").header("If-Match", etag));
  }

  /** The path for reading has a parameter behind it. */
  @RepeatedTest(ROUNDS)
  void letsOneOfRacingListingWritersWin() throws Exception {
    for (String market : List.of("marketplace-a", "marketplace-b")) {
      String etag = etag(NODE.get(LISTINGS + market));
      oneWins(i -> offers(market, i).header("If-Match", etag));
      String added = etag(NODE.get(LISTINGS + market));
      oneWins(i -> offers(market, i + WRITERS).header("If-Match", added));
    }
  }

  private static void oneWins(IntFunction<Client.Request> writer) throws Exception {
    var start = new CyclicBarrier(WRITERS);
    List<Integer> statuses =
        Concurrently.times(
            WRITERS,
            i -> {
              Client.Request request = writer.apply(i);
              Unchecked.get(start::await);
              return request.send().status();
            });
    assertEquals(1, statuses.stream().filter(status -> status < 300).count());
    assertEquals(WRITERS - 1, Collections.frequency(statuses, 412), statuses::toString);
  }

  private static String etag(Client.Reply reply) {
    reply.expect(200);
    return reply.header("ETag");
  }

  private Client.Request put(int price) {
    String csv = "date,open,high,low,close\n2024-01-01,P,P,P,P\n".replace("P", "" + (price + 1));
    return NODE.owner("PUT", SYMBOL).body("text/csv", csv);
  }

  private Client.Request bars(int price, String etag) {
    String bars =
        "{\"bars\":[{\"timeUtc\":\"2024-01-02T00:00:00Z\",\"open\":P,\"high\":P,\"low\":P,\"close\":P}]}"
            .replace("P", "" + (price + 1));
    return NODE.owner("POST", SYMBOL + "/bars")
        .header("If-Match", etag)
        .body("application/json", bars);
  }

  private Client.Request resume(int text) {
    byte[] pdf = ("%PDF-1.4\n" + text).getBytes(StandardCharsets.UTF_8);
    return NODE.owner("PUT", RESUME).body("application/pdf", pdf);
  }

  private Client.Request offers(String market, int number) {
    JsonArray offers = JsonArray.of(JsonObject.of("title", "Offer " + number));
    return NODE.owner("PUT", LISTINGS + market).json(JsonObject.of("listings", offers));
  }
}
