package dev.gatehouse.areas.storefront;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.commerce.Mails;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Search, categories, order and pages of the shop's page, and reviews of the product's page. */
class ShelfTest {
  private static final String SHOP = "/storefront/shop";
  private static final Pattern TITLE = Pattern.compile("<h2><a href=\"[^\"]*\">([^<]*)</a></h2>");

  @RegisterExtension
  static final TestNode NODE = new TestNode().with("LIMITS_DEFAULT_PER_MINUTE", "0");

  private static final Shop SHOPPER = new Shop(NODE);
  private static JsonObject first;

  @BeforeAll
  static void fill() {
    sell("Harbour Book", "books", "18.50", "All about ships.");
    sell("North Print", "prints & maps", "12", "A2, signed.");
    sell("Logo Mug", "home", "9.99", "Holds tea, also on ships.");
    sell("Midnight Book", "books", "1", "Dark.");
    first =
        NODE.client().get("/storefront/products").json().getJsonArray("products").getJsonObject(0);
  }

  private static String sell(String name, String category, String price, String description) {
    JsonObject product =
        new JsonObject()
            .put("name", name)
            .put("category", category)
            .put("price", new BigDecimal(price))
            .put("description", description)
            .put("images", new JsonArray())
            .put("stock", new JsonObject().put("one", 8));
    Client.Reply added = SHOPPER.owner("POST", "/api/proxy/products").json(product).send();
    assertEquals(201, added.status());
    return added.json().getString("_id");
  }

  private static String page(String query) {
    Client.Reply reply = NODE.client().get(SHOP + query);
    assertEquals(200, reply.status(), reply.text());
    return reply.text();
  }

  private static String titles(String page) {
    return String.join(", ", TITLE.matcher(page).results().map(match -> match.group(1)).toList());
  }

  @ParameterizedTest
  @CsvSource({
    "'', 'Harbour Book, North Print, Logo Mug, Midnight Book'",
    "'?q=', 'Harbour Book, North Print, Logo Mug, Midnight Book'",
    "'?sort=newest', 'Midnight Book, Logo Mug, North Print, Harbour Book'",
    "'?sort=cheapest', 'Midnight Book, Logo Mug, North Print, Harbour Book'",
    "'?sort=dearest', 'Harbour Book, North Print, Logo Mug, Midnight Book'",
    "'?sort=name', 'Harbour Book, Logo Mug, Midnight Book, North Print'",
    "'?q=SHIPS', 'Harbour Book, Logo Mug'",
    "'?q=h%C3%A2rbo%CC%82ur', 'Harbour Book'",
    "'?q=%20ships%20%20tea%20', Logo Mug",
    "'?q=books&sort=name', 'Harbour Book, Midnight Book'",
    "'?category=books&sort=cheapest', 'Midnight Book, Harbour Book'",
    "'?category=prints%20%26%20maps', North Print",
    "'?category=book', ''",
    "'?q=none', ''",
  })
  void findsProducts(String query, String titles) {
    assertEquals(titles, titles(page(query)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "&sort=newest", "&q=o", "&category=books"})
  void linksPagesInBothDirections(String filter) {
    String query = "?limit=1" + filter;
    String one = page(query);
    assertFalse(one.contains("rel=\"prev\""), one);
    assertTrue(one.contains("skip=1"), one);
    String two = page(query + "&skip=1&cart=a:1");
    assertTrue(two.contains("rel=\"prev\""), two);
    assertTrue(two.contains("cart=a:1"), two);
    assertFalse(titles(one).equals(titles(two)));
    assertTrue(page(query + "&skip=1000").contains("class=\"empty\""));
  }

  @Test
  void linksCategoriesOnce() {
    String page = page("?q=o&sort=name&cart=a:1");
    for (String category : List.of("books", "home", "prints%20%26%20maps")) {
      String link = "?q=o&amp;category=" + category + "&amp;sort=name&amp;cart=a:1\"";
      assertEquals(2, page.split(Pattern.quote(link), -1).length, category + page);
    }
    assertTrue(page("?category=home").contains("category=home\" aria-current=\"true\""));
  }

  @Test
  void keepsWordsInTheFormAndEscapesThem() {
    String page = page("?q=%3Cb%3E%22&cart=a:1");
    assertTrue(page.contains("value=\"&lt;b>&#34;\""), page);
    assertFalse(page.contains("<b>"), page);
    assertTrue(page.contains("No product matches"), page);
    assertTrue(page.contains("noindex"), page);
  }

  @Test
  void describesPagesForSearchEngines() {
    String home = page("");
    assertFalse(home.contains("noindex"), home);
    assertTrue(home.contains("rel=\"canonical\" href=\"" + NODE.address() + SHOP + "\""), home);
    assertTrue(home.contains("content=\"Products of Shop, with"), home);
    String path = SHOP + "/" + first.getString("handle");
    String product = NODE.client().get(path + "?cart=a:1").text();
    assertTrue(product.contains("rel=\"canonical\" href=\"" + NODE.address() + path + "\""));
    assertTrue(product.contains("<meta property=\"og:title\" content=\"Harbour Book\">"), product);
    assertTrue(product.contains("<meta name=\"description\" content=\"All about ships.\">"));
  }

  @Test
  void describesProductAsJsonLd() {
    sell("</script><b>", "books", "1.50", "A <i>small</i> book.");
    JsonArray products = NODE.client().get("/storefront/products").json().getJsonArray("products");
    String handle = products.getJsonObject(products.size() - 1).getString("handle");
    String page = NODE.client().get(SHOP + "/" + handle).text();
    String[] parts = page.split("<script type=\"application/ld\\+json\">|</script>");
    assertEquals(3, parts.length, page);
    JsonArray graph = new JsonObject(parts[1]).getJsonArray("@graph");
    JsonObject product = graph.getJsonObject(0);
    assertEquals("Product", product.getString("@type"));
    assertEquals("</script><b>", product.getString("name"));
    assertEquals(NODE.address() + SHOP + "/" + handle, product.getString("url"));
    JsonObject offer = product.getJsonArray("offers").getJsonObject(0);
    assertEquals("1.50", offer.getString("price"));
    assertEquals("USD", offer.getString("priceCurrency"));
    assertEquals("https://schema.org/InStock", offer.getString("availability"));
    JsonObject crumbs = graph.getJsonObject(1);
    assertEquals("BreadcrumbList", crumbs.getString("@type"));
    assertEquals(2, crumbs.getJsonArray("itemListElement").size());
    SHOPPER.owner("DELETE", "/api/proxy/products/" + product.getString("sku")).send();
  }

  /** A link of a search engine or a friend outlives a new name. */
  @Test
  void redirectsEarlierAddressesOfProducts() throws Exception {
    String id = sell("Große Brücken", "books", "1.50", "");
    String before = SHOP + "/grosse-brucken-" + id.substring(id.length() - 6);
    assertEquals(200, NODE.client().get(before).status());
    SHOPPER
        .owner("PATCH", "/api/proxy/products/" + id)
        .json(new JsonObject().put("name", "Łódź & Ærø"))
        .send();
    Waiting.until(() -> NODE.client().get(before).status() == 302);
    Client.Reply moved = NODE.client().get(before + "?cart=a:1");
    assertEquals(
        SHOP + "/lodz-aero-" + id.substring(id.length() - 6) + "?cart=a:1",
        moved.header("Location"));
    assertEquals(200, NODE.client().get(moved.header("Location")).status());
    SHOPPER.owner("DELETE", "/api/proxy/products/" + id).send();
    Waiting.until(() -> NODE.client().get(before).status() == 404);
  }

  @Test
  void listsPagesInSitemap() throws Exception {
    Client.Reply sitemap = NODE.client().get("/sitemap.xml");
    assertEquals("application/xml", sitemap.header("Content-Type"));
    assertEquals("public, max-age=3600", sitemap.header("Cache-Control"));
    var addresses =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(sitemap.bytes()))
            .getElementsByTagName("loc");
    assertTrue(addresses.getLength() >= 6, sitemap.text());
    for (int i = 0; i < addresses.getLength(); i++) {
      String path = addresses.item(i).getTextContent().substring(NODE.address().length());
      Client.Reply page = NODE.client().get(path);
      assertTrue(page.status() == 200 && !page.text().contains("noindex"), path);
    }
  }

  @Test
  void showsApprovedReviewsWithStars() throws Exception {
    String path = SHOP + "/" + first.getString("handle");
    assertTrue(NODE.client().get(path).text().contains("No reviews yet."));
    review("ada@example.org", 5, "<b>Best</b>");
    review("eve@example.org", 4, "Good");
    Waiting.until(() -> NODE.client().get(path).text().contains("4.5 out of 5 (2 reviews)"));
    String page = NODE.client().get(path).text();
    assertTrue(page.contains("★★★★★"), page);
    assertTrue(page.contains("★★★★☆"), page);
    assertTrue(page.contains("<h3>&lt;b&gt;Best&lt;/b&gt;</h3>"), page);
    assertFalse(page.contains("ada@example.org"), page);
    assertTrue(
        page.contains("\"aggregateRating\":{\"@type\":\"AggregateRating\",\"ratingValue\":4.5"),
        page);
  }

  private static void review(String email, int rating, String title) throws Exception {
    String product = first.getString("legacyId");
    JsonObject who = new JsonObject().put("email", email).put("productId", product);
    assertEquals(
        200, NODE.client().request("POST", "/api/proxy/reviews/verify").json(who).send().status());
    String mail = new Mails(NODE).await(text -> text.contains("To: " + email));
    var code = Pattern.compile("\\b([0-9]{6})\\b").matcher(mail);
    assertTrue(code.find(), mail);
    JsonObject review =
        who.copy()
            .put("verificationCode", code.group(1))
            .put("rating", rating)
            .put("title", title)
            .put("body", "It is a book.")
            .put("authorName", "A reader");
    Client.Reply sent = NODE.client().request("POST", "/api/proxy/reviews").json(review).send();
    assertEquals(201, sent.status(), sent.text());
    JsonArray waiting =
        SHOPPER.owner("GET", "/api/proxy/reviews/moderation").send().json().getJsonArray("reviews");
    for (int i = 0; i < waiting.size(); i++) {
      String id = waiting.getJsonObject(i).getString("_id");
      SHOPPER
          .owner("POST", "/api/proxy/reviews/moderation/" + id)
          .json(new JsonObject().put("decision", "approve"))
          .send();
    }
  }
}
