package dev.gatehouse.areas.storefront;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.commerce.reviews.ReviewForms;
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

  @RegisterExtension static final TestNode NODE = new TestNode();

  private static final Shop SHOPPER = new Shop(NODE);
  private static JsonObject first;

  @BeforeAll
  static void fill() {
    sell("Harbour Book", "books", "18.50", "All about ships.");
    sell("North Print", "prints & maps", "12", "A2, signed.");
    sell("Logo Mug", "home", "9.99", "Holds tea, also on ships.");
    sell("Midnight Book", "books", "1", "Dark.");
    first = NODE.get("/storefront/products").list("products").getFirst();
  }

  private static String sell(String name, String category, String price, String description) {
    JsonObject product =
        new JsonObject()
            .put("name", name)
            .put("category", category)
            .put("price", new BigDecimal(price))
            .put("description", description)
            .put("images", new JsonArray())
            .put("stock", JsonObject.of("one", 8));
    return SHOPPER
        .owner("POST", "/api/proxy/products")
        .json(product)
        .expect(201)
        .json()
        .getString("_id");
  }

  private static Client.Reply page(String query) {
    return NODE.get(SHOP + query).expect(200);
  }

  private static String titles(Client.Reply page) {
    return String.join(
        ", ", TITLE.matcher(page.text()).results().map(match -> match.group(1)).toList());
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
    Client.Reply one = page(query).has("skip=1").lacks("rel=\"prev\"");
    Client.Reply two = page(query + "&skip=1&cart=a:1").has("rel=\"prev\"", "cart=a:1");
    assertFalse(titles(one).equals(titles(two)));
    page(query + "&skip=1000").has("class=\"empty\"");
  }

  @Test
  void linksCategoriesOnce() {
    String page = page("?q=o&sort=name&cart=a:1").text();
    for (String category : List.of("books", "home", "prints%20%26%20maps")) {
      String link = "?q=o&amp;category=" + category + "&amp;sort=name&amp;cart=a:1\"";
      assertEquals(2, page.split(Pattern.quote(link), -1).length, category + page);
    }
    page("?category=home").has("category=home\" aria-current=\"true\"");
  }

  @Test
  void keepsWordsInTheFormAndEscapesThem() {
    page("?q=%3Cb%3E%22&cart=a:1")
        .has("value=\"&lt;b>&#34;\"", "No product matches", "noindex")
        .lacks("<b>");
  }

  @Test
  void describesPagesForSearchEngines() {
    page("")
        .has("rel=\"canonical\" href=\"" + NODE.address() + SHOP + "\"")
        .has("content=\"Products of Shop, with")
        .lacks("noindex");
    String path = SHOP + "/" + first.getString("handle");
    NODE.get(path + "?cart=a:1")
        .has(
            "rel=\"canonical\" href=\"" + NODE.address() + path + "\"",
            "<meta property=\"og:title\" content=\"Harbour Book\">",
            "<meta name=\"description\" content=\"All about ships.\">");
  }

  @Test
  void describesProductAsJsonLd() {
    sell("</script><b>", "books", "1.50", "A <i>small</i> book.");
    JsonArray products = NODE.get("/storefront/products").json().getJsonArray("products");
    String handle = products.getJsonObject(products.size() - 1).getString("handle");
    String page = NODE.get(SHOP + "/" + handle).text();
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
    NODE.get(before).expect(200);
    SHOPPER
        .owner("PATCH", "/api/proxy/products/" + id)
        .json(JsonObject.of("name", "Łódź & Ærø"))
        .send();
    Waiting.until(() -> NODE.get(before).status() == 302);
    Client.Reply moved = NODE.get(before + "?cart=a:1");
    assertEquals(
        SHOP + "/lodz-aero-" + id.substring(id.length() - 6) + "?cart=a:1",
        moved.header("Location"));
    NODE.get(moved.header("Location")).expect(200);
    SHOPPER.owner("DELETE", "/api/proxy/products/" + id).send();
    Waiting.until(() -> NODE.get(before).status() == 404);
  }

  @Test
  void listsPagesInSitemap() throws Exception {
    Client.Reply sitemap = NODE.get("/sitemap.xml");
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
      Client.Reply page = NODE.get(path);
      assertTrue(page.status() == 200 && !page.text().contains("noindex"), path);
    }
  }

  @Test
  void showsApprovedReviewsWithStars() throws Exception {
    String path = SHOP + "/" + first.getString("handle");
    Waiting.until(() -> NODE.get(path).text().contains("No reviews yet."));
    review("ada@example.org", 5, "<b>Best</b>");
    review("eve@example.org", 4, "Good");
    var page = new AtomicReference<Client.Reply>();
    Waiting.until(() -> {
      page.set(NODE.get(path));
      return page.get().text().contains("4.5 out of 5 (2 reviews)");
    });
    page.get()
        .has("★★★★★", "★★★★☆", "<h3>&lt;b&gt;Best&lt;/b&gt;</h3>")
        .lacks("ada@example.org")
        .has("\"aggregateRating\":{\"@type\":\"AggregateRating\",\"ratingValue\":4.5");
  }

  private static void review(String email, int rating, String title) {
    var forms = new ReviewForms(NODE);
    String product = first.getString("legacyId");
    String code = forms.code(email, product);
    JsonObject review = forms.form(email, product, rating).put("title", title);
    forms.send(review.put("verificationCode", code)).expect(201);
    forms.decide(product, "approve");
  }
}
