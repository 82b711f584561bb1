package dev.gatehouse.areas.commerce.pictures;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
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

  @RegisterExtension
  static final TestNode NODE = new TestNode().with("LIMITS_DEFAULT_PER_MINUTE", "0");

  private static String product(String name) {
    JsonObject product =
        new JsonObject()
            .put("name", name)
            .put("price", 12.5)
            .put("images", JsonArray.of("https://images.example/first.jpg"))
            .put("stock", new JsonObject().put("one", 3));
    return NODE.client()
        .request("POST", PRODUCTS)
        .key(TestNode.KEY)
        .json(product)
        .send()
        .json()
        .getString("id");
  }

  private static Client.Reply put(String product, String name, byte[] file) {
    return NODE.client()
        .request("PUT", PRODUCTS + "/" + product + "/pictures/" + name)
        .key(TestNode.KEY)
        .body("application/octet-stream", file)
        .send();
  }

  private static Client.Reply delete(String path) {
    return NODE.client().request("DELETE", PRODUCTS + path).key(TestNode.KEY).send();
  }

  private static JsonArray images(String product) {
    return NODE.client().get(PRODUCTS + "/" + product).json().getJsonArray("images");
  }

  @Test
  void servesUploadInSeveralWidths() {
    String product = product("Shown");
    Client.Reply reply =
        put(
            product,
            "front?alt=The%20front%20%3Cb%3E%20%C3%BC",
            withText(DrawnPictures.png(1200, 800)));
    assertEquals(200, reply.status(), reply.text());
    String address = reply.json().getString("address");
    assertEquals(1200, reply.json().getInteger("width"));
    assertTrue(
        address.matches("/pictures/[0-9a-f]{24}-1200x800\\.jpg#The%20front%20%3Cb%3E%20%C3%BC"),
        address);
    assertEquals(JsonArray.of("https://images.example/first.jpg", address), images(product));
    String path = address.substring(0, address.indexOf('#'));
    for (String size : List.of("320x213", "640x427", "1024x683", "1200x800")) {
      Client.Reply file = NODE.client().get(path.replace("1200x800", size));
      assertEquals(200, file.status());
      assertEquals("image/jpeg", file.header("Content-Type"));
      assertEquals("public, max-age=31536000, immutable", file.header("Cache-Control"));
      assertEquals("nosniff", file.header("X-Content-Type-Options"));
      byte[] bytes = file.bytes();
      assertFalse(new String(bytes, StandardCharsets.ISO_8859_1).contains("a secret"));
      assertEquals((byte) 0xd8, bytes[1]);
    }
    assertEquals(404, NODE.client().get(path.replace("1200x800", "321x213")).status());
    JsonObject listed = listed(product);
    assertEquals("https://images.example/first.jpg", listed.getString("image"));
    String page = NODE.client().get("/storefront/shop/" + listed.getString("handle")).text();
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
    return NODE.client().get("/storefront/products").json().getJsonArray("products").stream()
        .map(JsonObject.class::cast)
        .filter(each -> each.getString("legacyId").equals(product))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void showsPictureToClientsOfTheApi() {
    String product = product("Api");
    JsonObject bare =
        JsonObject.of("name", "Api", "price", 3, "stock", new JsonObject().put("one", 1));
    NODE.client().request("PUT", PRODUCTS + "/" + product).key(TestNode.KEY).json(bare).send();
    String path =
        put(product, "a?alt=Alt", DrawnPictures.png(640, 480))
            .json()
            .getString("address")
            .replace("#Alt", "");
    String url = NODE.address() + path;
    assertEquals(url, listed(product).getString("image"));
    JsonObject feed =
        NODE.client().get("/storefront/llms.json").json().getJsonArray("products").stream()
            .map(JsonObject.class::cast)
            .filter(each -> each.getString("title").equals("Api"))
            .findFirst()
            .orElseThrow();
    assertEquals(url, feed.getString("image"));
    JsonObject query =
        new JsonObject()
            .put(
                "query",
                "{ product(id: \"gid://shopify/Product/%s\") { featuredImage { url altText width height } } }"
                    .formatted(product));
    JsonObject image =
        NODE.client()
            .request("POST", "/api/2024-01/graphql.json")
            .json(query)
            .send()
            .json()
            .getJsonObject("data")
            .getJsonObject("product")
            .getJsonObject("featuredImage");
    assertEquals(
        new JsonObject().put("url", url).put("altText", "Alt").put("width", 640).put("height", 480),
        image);
    String page =
        NODE.client().get("/storefront/shop/" + listed(product).getString("handle")).text();
    assertTrue(page.contains("<meta property=\"og:image\" content=\"" + url + "\">"), page);
  }

  @Test
  void replacesPictureWithTheSameName() {
    String product = product("Replaced");
    String first = put(product, "a", DrawnPictures.png(64, 64)).json().getString("address");
    String other = put(product, "b", DrawnPictures.png(64, 64)).json().getString("address");
    String second = put(product, "a", DrawnPictures.png(96, 64)).json().getString("address");
    assertEquals(JsonArray.of("https://images.example/first.jpg", second, other), images(product));
    assertEquals(404, NODE.client().get(first).status());
    assertEquals(200, NODE.client().get(second).status());
  }

  @Test
  void keepsOnePictureOfConcurrentUploads() throws Exception {
    String product = product("Concurrent");
    byte[] file = DrawnPictures.png(64, 64);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<Client.Reply>> uploads = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        uploads.add(() -> put(product, "a", file));
      }
      for (Future<Client.Reply> sent : threads.invokeAll(uploads)) {
        assertEquals(200, sent.get().status(), sent.get().text());
      }
    }
    JsonArray images = images(product);
    assertEquals(2, images.size(), images.encode());
    assertEquals(200, NODE.client().get(images.getString(1)).status());
  }

  @Test
  void showsNoPictureThatWasDeletedWhileAdded() throws Exception {
    String product = product("Deleted while added");
    byte[] file = DrawnPictures.png(16, 16);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<Client.Reply>> calls = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        calls.add(() -> put(product, "a", file));
        calls.add(() -> delete("/" + product + "/pictures/a"));
        calls.add(() -> delete("/" + product + "/pictures/a"));
      }
      for (Future<Client.Reply> sent : threads.invokeAll(calls)) {
        assertTrue(List.of(200, 404, 503).contains(sent.get().status()), sent.get().text());
      }
    }
    JsonArray images = images(product);
    assertTrue(images.size() <= 2, images.encode());
    for (int i = 1; i < images.size(); i++) {
      assertEquals(200, NODE.client().get(images.getString(i)).status(), images.encode());
    }
  }

  @Test
  void deletesPictureAndKeepsThoseOfDeletedProduct() {
    String product = product("Deleted");
    String first = put(product, "a", DrawnPictures.png(64, 64)).json().getString("address");
    String second = put(product, "b", DrawnPictures.png(64, 64)).json().getString("address");
    assertEquals(200, delete("/" + product + "/pictures/a").status());
    assertEquals(404, delete("/" + product + "/pictures/a").status());
    assertEquals(JsonArray.of("https://images.example/first.jpg", second), images(product));
    assertEquals(404, NODE.client().get(first).status());
    assertEquals(200, delete("/" + product).status());
    assertEquals(200, NODE.client().get(second).status(), "the product can be restored");
    assertEquals(404, put(product, "c", DrawnPictures.png(64, 64)).status());
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
    assertEquals(200, NODE.client().get(read).status());
    sweepAfter(Duration.ofDays(2));
    assertEquals(404, NODE.client().get(hidden).status());
    assertEquals(200, NODE.client().get(kept).status());
    assertEquals(200, NODE.client().get(back).status(), "it was shown meanwhile");
    assertEquals(200, NODE.client().get(shared).status(), "another product shows it");
  }

  private static void show(String product, String... images) {
    JsonObject changed =
        JsonObject.of("name", "Hidden", "price", 3, "images", new JsonArray(List.of(images)));
    Client.Request request = NODE.client().request("PUT", PRODUCTS + "/" + product);
    assertEquals(200, request.key(TestNode.KEY).json(changed).send().status());
  }

  /** Waits while the scheduled job runs. */
  private static void sweepAfter(Duration time) throws Exception {
    NODE.clock.advance(time);
    Waiting.until(() ->
        NODE.client()
            .request("POST", "/api/proxy/node/jobs/commerce.deletePictures/run")
            .key(TestNode.KEY)
            .send()
            .text()
            .contains("\"done\""));
  }

  @ParameterizedTest
  @CsvSource({
    "'<svg xmlns=\"http://www.w3.org/2000/svg\"/>', a, 415",
    "'<script>alert(1)</script>', a, 415",
    "RIFF....WEBPVP8 , a, 415",
    "GIF89a.........., a, 415",
    "PNG, a?alt=a%00b, 400",
    "PNG, a?alt=a%0Ab, 400",
    "PNG, a.png, 400",
    "BOMB, a, 415",
    "HALF, a, 415",
  })
  void rejectsInvalidUpload(String content, String name, int status) {
    String product = product("Invalid " + content + name);
    byte[] png = DrawnPictures.png(64, 64);
    byte[] file =
        switch (content) {
          case "PNG" -> png;
          case "HALF" -> Arrays.copyOf(png, png.length / 2);
          case "BOMB" -> {
            ByteBuffer.wrap(png).putInt(16, 100_000).putInt(20, 100_000);
            yield png;
          }
          default -> content.getBytes(StandardCharsets.UTF_8);
        };
    Client.Reply reply = put(product, name, file);
    assertEquals(status, reply.status(), reply.text());
    assertEquals(1, images(product).size());
  }
}
