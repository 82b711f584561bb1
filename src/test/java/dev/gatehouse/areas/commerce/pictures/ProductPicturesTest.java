package dev.gatehouse.areas.commerce.pictures;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Concurrently;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProductPicturesTest {
  private static final String PRODUCTS = "/api/proxy/products";

  @RegisterExtension static final TestNode NODE = new TestNode();

  private static String product(String name) {
    JsonObject product =
        new JsonObject()
            .put("name", name)
            .put("price", 12.5)
            .put("images", JsonArray.of("https://images.example/first.jpg"))
            .put("stock", JsonObject.of("one", 3));
    return NODE.owner("POST", PRODUCTS).json(product).send().json().getString("id");
  }

  private static Client.Reply put(String product, String name, byte[] file) {
    return NODE.owner("PUT", PRODUCTS + "/" + product + "/pictures/" + name)
        .body("application/octet-stream", file)
        .send();
  }

  private static Client.Reply delete(String path) {
    return NODE.owner("DELETE", PRODUCTS + path).send();
  }

  private static JsonArray images(String product) {
    return NODE.get(PRODUCTS + "/" + product).json().getJsonArray("images");
  }

  @Test
  void servesUploadInSeveralWidths() {
    String product = product("Shown");
    Client.Reply reply =
        put(
                product,
                "front?alt=The%20front%20%3Cb%3E%20%C3%BC",
                withText(DrawnPictures.png(1200, 800)))
            .expect(200);
    String address = reply.json().getString("address");
    assertEquals(1200, reply.json().getInteger("width"));
    assertTrue(
        address.matches("/pictures/[0-9a-f]{24}-1200x800\\.jpg#The%20front%20%3Cb%3E%20%C3%BC"),
        address);
    assertEquals(JsonArray.of("https://images.example/first.jpg", address), images(product));
    String path = address.substring(0, address.indexOf('#'));
    for (String size : List.of("320x213", "640x427", "1024x683", "1200x800")) {
      Client.Reply file = NODE.get(path.replace("1200x800", size)).expect(200);
      assertEquals("image/jpeg", file.header("Content-Type"));
      assertEquals("public, max-age=31536000, immutable", file.header("Cache-Control"));
      assertEquals("nosniff", file.header("X-Content-Type-Options"));
      byte[] bytes = file.bytes();
      assertFalse(new String(bytes, StandardCharsets.ISO_8859_1).contains("a secret"));
      assertEquals((byte) 0xd8, bytes[1]);
    }
    NODE.get(path.replace("1200x800", "321x213")).expect(404);
    JsonObject listed = listed(product);
    assertEquals("https://images.example/first.jpg", listed.getString("image"));
    String page = NODE.get("/storefront/shop/" + listed.getString("handle")).text();
    assertTrue(
        page.contains("alt=\"The front &lt;b> ü\"")
            || page.contains("alt=\"The front &lt;b&gt; ü\""),
        page);
    assertTrue(page.contains(path.replace("1200x800", "320x213") + " 320w, "), page);
  }

  /** Adds a text to a PNG file. Decoders ignore its checksum. */
  private static byte[] withText(byte[] png) {
    byte[] text = "Comment\0a secret".getBytes(StandardCharsets.ISO_8859_1);
    ByteBuffer file = ByteBuffer.allocate(png.length + text.length + 12);
    file.put(png, 0, 33).putInt(text.length).put("tEXt".getBytes(StandardCharsets.US_ASCII));
    file.put(text).putInt(0).put(png, 33, png.length - 33);
    return file.array();
  }

  private static JsonObject listed(String product) {
    return NODE.get("/storefront/products").found("products", "legacyId", product);
  }

  @Test
  void showsPictureToClientsOfTheApi() {
    String product = product("Api");
    JsonObject bare = JsonObject.of("name", "Api", "price", 3, "stock", JsonObject.of("one", 1));
    NODE.owner("PUT", PRODUCTS + "/" + product).json(bare).send();
    String path =
        put(product, "a?alt=Alt", DrawnPictures.png(640, 480))
            .json()
            .getString("address")
            .replace("#Alt", "");
    String url = NODE.address() + path;
    assertEquals(url, listed(product).getString("image"));
    JsonObject feed = NODE.get("/storefront/llms.json").found("products", "title", "Api");
    assertEquals(url, feed.getString("image"));
    JsonObject query =
        new JsonObject()
            .put(
                "query",
                "{ product(id: \"gid://shopify/Product/%s\") { featuredImage { url altText width height } } }"
                    .formatted(product));
    JsonObject image =
        NODE.request("POST", "/api/2024-01/graphql.json")
            .json(query)
            .send()
            .json()
            .getJsonObject("data")
            .getJsonObject("product")
            .getJsonObject("featuredImage");
    assertEquals(JsonObject.of("url", url, "altText", "Alt", "width", 640, "height", 480), image);
    NODE.get("/storefront/shop/" + listed(product).getString("handle"))
        .has("<meta property=\"og:image\" content=\"" + url + "\">");
  }

  @Test
  void replacesPictureWithTheSameName() {
    String product = product("Replaced");
    String first = put(product, "a", DrawnPictures.png(64, 64)).json().getString("address");
    String other = put(product, "b", DrawnPictures.png(64, 64)).json().getString("address");
    String second = put(product, "a", DrawnPictures.png(96, 64)).json().getString("address");
    assertEquals(JsonArray.of("https://images.example/first.jpg", second, other), images(product));
    NODE.get(first).expect(404);
    NODE.get(second).expect(200);
  }

  @Test
  void keepsOnePictureOfConcurrentUploads() throws Exception {
    String product = product("Concurrent");
    byte[] file = DrawnPictures.png(64, 64);
    Concurrently.times(8, i -> put(product, "a", file).expect(200));
    JsonArray images = images(product);
    assertEquals(2, images.size(), images.encode());
    NODE.get(images.getString(1)).expect(200);
  }

  @Test
  void showsNoPictureThatWasDeletedWhileAdded() throws Exception {
    String product = product("Deleted while added");
    byte[] file = DrawnPictures.png(16, 16);
    String path = "/" + product + "/pictures/a";
    Concurrently.times(90, i -> i % 3 == 0 ? put(product, "a", file) : delete(path))
        .forEach(sent -> assertTrue(List.of(200, 404, 503).contains(sent.status()), sent::text));
    JsonArray images = images(product);
    assertTrue(images.size() <= 2, images.encode());
    for (int i = 1; i < images.size(); i++) {
      assertEquals(200, NODE.get(images.getString(i)).status(), images.encode());
    }
  }

  @Test
  void deletesPictureAndKeepsThoseOfDeletedProduct() {
    String product = product("Deleted");
    String first = put(product, "a", DrawnPictures.png(64, 64)).json().getString("address");
    String second = put(product, "b", DrawnPictures.png(64, 64)).json().getString("address");
    delete("/" + product + "/pictures/a").expect(200);
    delete("/" + product + "/pictures/a").expect(404);
    assertEquals(JsonArray.of("https://images.example/first.jpg", second), images(product));
    NODE.get(first).expect(404);
    delete("/" + product).expect(200);
    assertEquals(200, NODE.get(second).status(), "the product can be restored");
    put(product, "c", DrawnPictures.png(64, 64)).expect(404);
  }

  /** A node that fails before it adds the address to the product leaves the same files. */
  @Test
  void deletesFilesThatNoProductShows() throws Exception {
    String product = product("Hidden");
    String kept = put(product, "a", DrawnPictures.png(64, 64)).json().getString("address");
    String back = put(product, "b", DrawnPictures.png(64, 64)).json().getString("address");
    String hidden = put(product, "c", DrawnPictures.png(64, 64)).json().getString("address");
    // A picture that was read is served from memory for a minute.
    String read = put(product, "d", DrawnPictures.png(64, 64)).json().getString("address");
    String shared = put(product, "e", DrawnPictures.png(64, 64)).json().getString("address");
    show(product, kept);
    show(product("Other"), shared);
    // Nothing is marked or deleted before the clock is confirmed.
    NODE.clock.advance(Duration.ofHours(2));
    Waiting.until(() -> NODE.metric("gatehouse_clock_confirmed") == 1);
    sweepAfter(Duration.ZERO);
    show(product, kept, back);
    sweepAfter(Duration.ofDays(20));
    show(product, kept);
    sweepAfter(Duration.ofDays(9));
    NODE.get(read).expect(200);
    sweepAfter(Duration.ofDays(2));
    NODE.get(hidden).expect(404);
    NODE.get(kept).expect(200);
    assertEquals(200, NODE.get(back).status(), "it was shown meanwhile");
    assertEquals(200, NODE.get(shared).status(), "another product shows it");
  }

  private static void show(String product, String... images) {
    JsonObject changed =
        JsonObject.of("name", "Hidden", "price", 3, "images", new JsonArray(List.of(images)));
    Client.Request request = NODE.request("PUT", PRODUCTS + "/" + product);
    request.key(TestNode.KEY).json(changed).expect(200);
  }

  /** Waits while the scheduled job runs. */
  private static void sweepAfter(Duration time) throws Exception {
    NODE.clock.advance(time);
    Waiting.until(() ->
        NODE.owner("POST", "/api/proxy/node/jobs/commerce.deletePictures/run")
            .send()
            .text()
            .contains("\"done\""));
  }

  @ParameterizedTest
  @CsvSource({
    "'<svg xmlns=\"http://www.w3.org/2000/svg\"/>', a, 415",
    "PNG, a?alt=a%00b, 400",
    "PNG, a?alt=a%0Ab, 400",
    "PNG, a.png, 400",
  })
  void rejectsInvalidUpload(String content, String name, int status) {
    String product = product("Invalid " + content + name);
    byte[] text = content.getBytes(StandardCharsets.UTF_8);
    byte[] file = content.equals("PNG") ? DrawnPictures.png(64, 64) : text;
    put(product, name, file).expect(status);
    assertEquals(1, images(product).size());
  }
}
