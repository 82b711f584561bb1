package dev.gatehouse.areas.commerce.listings;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.Client;
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

  private static Client.Reply put(byte[] body) {
    return NODE.client()
        .request("PUT", PATH + "b")
        .key(TestNode.KEY)
        .body("application/json", body)
        .send();
  }

  @Test
  void rejectsBlankTitles() {
    Client.Reply reply =
        put("{\"listings\":[{\"title\":\"\\u00a0\\u3000\"}]}".getBytes(StandardCharsets.UTF_8));
    assertEquals("listings[0].title must not be blank", reply.error());
  }

  @Test
  void skipsHostileListingsOfSource() throws IOException {
    JsonObject feed =
        new JsonObject()
            .put(
                "listings",
                new JsonArray()
                    .add(new JsonObject().put("title", "Good"))
                    .add(new JsonObject().put("title", "evil\u202Etitle"))
                    .add(new JsonObject().put("title", "Bell").put("price", "\u0007")));
    Files.write(
        FEED, "{\"listings\":[{\"title\":\"Caf\u00e9\"}]}".getBytes(StandardCharsets.ISO_8859_1));
    assertEquals(500, NODE.client().get(PATH + "a").status());
    Files.writeString(FEED, feed.encode());
    JsonArray listings = NODE.client().get(PATH + "a").json().getJsonArray("listings");
    assertEquals(1, listings.size(), listings.encode());
    assertEquals("Good", listings.getJsonObject(0).getString("title"));
  }
}
