package dev.gatehouse.areas.commerce.listings;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Listings with texts that other programs cannot store, from clients and from a source. */
class ListingTextsTest {
  private static final String PATH = "/api/proxy/listings?type=marketplace-";
  private static final Path FEED = TestNode.folder("listings").resolve("listings.json");

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("MARKETPLACE_A_SOURCE", "file")
          .with("MARKETPLACE_A_FILE", FEED.toString());

  @Test
  void rejectsBlankTitles() {
    JsonObject blank = JsonObject.of("title", "\u00a0\u3000");
    NODE.owner("PUT", PATH + "b")
        .json(JsonObject.of("listings", JsonArray.of(blank)))
        .expect(400)
        .has("listings[0].title must not be blank");
  }

  @Test
  void skipsHostileListingsOfSource() throws IOException {
    String titles =
        "{'title':'Good'},{'title':'evil\u202Etitle'},{'title':'Bell','price':'\\u0007'}";
    String feed = "{'listings':[" + titles + "]}";
    Files.write(
        FEED, "{\"listings\":[{\"title\":\"Caf\u00e9\"}]}".getBytes(StandardCharsets.ISO_8859_1));
    NODE.get(PATH + "a").expect(500);
    Files.writeString(FEED, feed.replace('\'', '"'));
    JsonArray listings = NODE.get(PATH + "a").json().getJsonArray("listings");
    assertEquals(1, listings.size(), listings.encode());
    assertEquals("Good", listings.getJsonObject(0).getString("title"));
  }
}
