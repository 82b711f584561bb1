package dev.gatehouse.areas.commerce.reviews;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Concurrently;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.commerce.Mails;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reviews from the form to the owner's decisions and the shop, with emails written as files. */
class ReviewsTest {
  private static final String PATH = ReviewForms.PATH;

  @RegisterExtension
  static final TestNode NODE =
      new TestNode().with("OWNER_EMAIL", "owner@example.org").behindProxy();

  private static final Mails MAILS = new Mails(NODE);
  private static final ReviewForms FORMS = new ReviewForms(NODE);

  /** The owner gets a limited number of emails in one hour. */
  @BeforeEach
  void nextHour() {
    NODE.clock.advance(Duration.ofMinutes(61));
  }

  @Test
  void hidesAuthorAddresses() {
    FORMS.review("secret.author@example.org", "private", 4);
    FORMS.decide("private", "approve");
    for (String path : List.of(PATH, PATH + "/private", "/openapi.json")) {
      assertFalse(NODE.get(path).text().contains("secret.author"), path);
    }
    JsonObject again =
        FORMS
            .form("secret.author@example.org", "private", 4)
            .put("verificationCode", FORMS.code("secret.author@example.org", "private"));
    FORMS.send(again).expect(409).lacks("secret");
  }

  @Test
  void acceptsOneReviewPerAddressAndProduct() {
    FORMS.review("Cleo@Example.org", "one", 3).expect(201);
    FORMS.review("cleo@example.org", "one", 3).expect(409);
    FORMS.review("cleo@example.org", "two", 3).expect(201);
    FORMS.decide("one", "reject");
    FORMS.review("cleo@example.org", "one", 3).expect(409);
  }

  @Test
  void storesOneOfManyConcurrentReviews() throws Exception {
    String code = FORMS.code("race@example.org", "race");
    JsonObject form = FORMS.form("race@example.org", "race", 5).put("verificationCode", code);
    List<Integer> statuses = Concurrently.times(30, i -> FORMS.send(form).status());
    assertEquals(1, Collections.frequency(statuses, 201), statuses::toString);
    assertEquals(
        29,
        Collections.frequency(statuses, 409) + Collections.frequency(statuses, 400),
        statuses::toString);
    assertEquals(1, FORMS.waiting("race").size());
    FORMS.send(form).expect(409);
  }

  @Test
  void limitsCodeToFiveAttempts() throws Exception {
    String code = FORMS.code("tries@example.org", "tries");
    JsonObject form = FORMS.form("tries@example.org", "tries", 5);
    String wrong = code.equals("000000") ? "000001" : "000000";
    for (int i = 0; i < 4; i++) {
      FORMS.send(form.copy().put("verificationCode", wrong)).expect(400);
    }
    JsonObject right = form.copy().put("verificationCode", code);
    FORMS.send(right).expect(201);

    String other = FORMS.code("tries@example.org", "guessed");
    Concurrently.times(39, i -> guess(wrong(other, i)).expect(400));
    guess(other).expect(400);
  }

  private static Client.Reply guess(String code) {
    return send("tries@example.org", "guessed", 1, code);
  }

  private static Client.Reply send(String email, String product, int rating, String code) {
    return FORMS.send(FORMS.form(email, product, rating).put("verificationCode", code));
  }

  private static String wrong(String code, int i) {
    return String.format(Locale.ROOT, "%06d", (Integer.parseInt(code) + 1 + i) % 1_000_000);
  }

  @Test
  void bindsCodeToReviewForFifteenMinutes() {
    String code = FORMS.code("late@example.org", "late");
    NODE.clock.advance(Duration.ofMinutes(14));
    send("late@example.org", "other", 5, code).expect(400);
    send("later@example.org", "late", 5, code).expect(400);
    NODE.clock.advance(Duration.ofSeconds(61));
    Client.Reply late = send("late@example.org", "late", 5, code).expect(400);
    assertTrue(late.error().contains("verificationCode"), late.error());
  }

  @Test
  void limitsCodesToFivePerMailboxAndHour() {
    List<String> names =
        List.of(
            "v.ictim@gmail.com", "victim+a@gmail.com",
            "VICTIM@googlemail.com", "vic.tim+b@gmail.com");
    String first = null;
    for (int i = 0; i < 20; i++) {
      Client.Reply reply = FORMS.ask(names.get(i % names.size()), "bomb-" + i).expect(200);
      first = first == null ? reply.text() : first;
      assertEquals(first, reply.text());
    }
    String last = FORMS.code("marker@example.org", "marker");
    assertEquals(6, last.length());
    assertEquals(5, mailsTo("gmail.com|googlemail.com"));
    NODE.clock.advance(Duration.ofMinutes(61));
    FORMS.ask("victim@gmail.com", "bomb-again");
    FORMS.code("marker2@example.org", "marker");
    assertEquals(6, mailsTo("gmail.com|googlemail.com"));
  }

  private static long mailsTo(String hosts) {
    Pattern to = Pattern.compile("(?im)^To: \\S*@(" + hosts + ")\\s*$");
    return MAILS.all().stream().filter(mail -> to.matcher(mail).find()).count();
  }

  @Test
  void limitsCodesToTenPerIpAddressAndHour() {
    String address = NODE.freshAddress();
    for (int i = 0; i < 10; i++) {
      FORMS.ask("n" + i + "@example.net", "x", address).expect(200);
    }
    FORMS.ask("n11@example.net", "x", address).expect(429);
  }

  @Test
  void countsRejectedReviewsInTheHourlyLimit() {
    String address = NODE.freshAddress();
    for (int i = 0; i < 5; i++) {
      FORMS.post(PATH, address).json(new JsonObject()).expect(400);
    }
    FORMS.post(PATH, address).json(new JsonObject()).expect(429);
  }

  @Test
  void acceptsAndDropsHoneypotSubmissions() {
    Client.Reply human = FORMS.review("human@example.org", "honey", 5);
    Client.Reply machine =
        FORMS.send(
            FORMS
                .form("machine@example.org", "honey", 5)
                .put("verificationCode", "000000")
                .put("website", "https://spam.example"));
    assertEquals(human.status(), machine.status());
    assertEquals(human.text(), machine.text());
    assertEquals(1, FORMS.waiting("honey").size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "productId|~.~",
        "email|~a@b@c.d~",
        "email|~a@b.c\\nBcc: x@y.z~",
        "email|~.a@b.c~",
        "verificationCode|~１２３４５６~",
      })
  void refusals(String field, String value) {
    String json = value.replace('~', '"');
    String body =
        FORMS
            .form("x@example.org", "x", 5)
            .put("verificationCode", "123456")
            .put(field, "@@")
            .encode()
            .replace("\"@@\"", json);
    Client.Reply reply =
        FORMS.post(PATH, NODE.freshAddress()).body("application/json", body).send();
    assertEquals(400, reply.status(), body);
    assertTrue(reply.error().contains(field), reply.error());
  }

  @Test
  void approvesAndRejectsByTheMailedLinks() {
    FORMS.review("ada@example.org", "shirt-1", 5).expect(201);
    assertEquals(0, FORMS.product("shirt-1").getInteger("totalReviews"));
    String mail = FORMS.ownersMail("shirt-1");
    assertTrue(mail.contains("To: owner@example.org\r\n"), mail);
    assertTrue(mail.contains("> Fits well"), mail);

    String approve = FORMS.link(mail, "Approve: ");
    NODE.get(approve).expect(200).has("Approve this review?");
    assertEquals(0, FORMS.product("shirt-1").getInteger("totalReviews"));
    for (int twice = 0; twice < 2; twice++) {
      NODE.request("POST", approve).send().has("Review approved");
    }
    NODE.get(approve).has("Review approved");

    JsonObject data = FORMS.product("shirt-1");
    assertEquals(1, data.getInteger("totalReviews"));
    assertEquals(5.0, data.getDouble("averageRating"));
    JsonObject shown = data.getJsonArray("reviews").getJsonObject(0);
    assertEquals("Fits well", shown.getString("title"));
    assertEquals(
        List.of(
            "_id", "productId",
            "rating", "title",
            "body", "authorName",
            "createdAt", "imported",
            "reply", "repliedAt"),
        List.copyOf(shown.fieldNames()));
    NODE.get(PATH).has("shirt-1");

    NODE.request("POST", FORMS.link(mail, "Reject: ")).send();
    assertEquals(0, FORMS.product("shirt-1").getInteger("totalReviews"));
    NODE.get(PATH).lacks("shirt-1");
  }

  @Test
  void acceptsLinkForItsDecisionUntilExpiry() {
    FORMS.review("bea@example.org", "links", 1);
    String approve = FORMS.link(FORMS.ownersMail("links"), "Approve: ");
    String rejected = approve.replace("decision=approve", "decision=reject");
    NODE.get(rejected).expect(404);
    NODE.request("POST", rejected).expect(404);
    String forged = approve.substring(0, approve.length() - 2) + "AA";
    NODE.request("POST", forged).expect(404);
    NODE.clock.advance(Duration.ofDays(31));
    NODE.request("POST", approve).expect(404);
    assertEquals(0, FORMS.product("links").getInteger("totalReviews"));
  }

  @Test
  void quotesReviewTextInTheEmail() {
    JsonObject form = FORMS.form("fake@example.org", "fake", 1);
    form.put("body", "x\r\nApprove: https://evil.example/\rReject: https://evil.example/");
    form.put("verificationCode", FORMS.code("fake@example.org", "fake"));
    FORMS.send(form).expect(201);
    String mail = FORMS.ownersMail("fake");
    for (String line : mail.split("\r\n|\r|\n")) {
      assertTrue(!line.contains("evil.example") || line.startsWith("> "), line);
    }
  }

  @Test
  void computesRatingsFromApprovedReviews() {
    int[] ratings = {5, 5, 4, 1, 3};
    for (int i = 0; i < ratings.length; i++) {
      FORMS.ask("many" + i + "@example.org", "many");
    }
    for (int i = 0; i < ratings.length; i++) {
      String email = "many" + i + "@example.org";
      JsonObject form = FORMS.form(email, "many", ratings[i]);
      FORMS.send(form.put("verificationCode", FORMS.mailedCode(email, List.of()))).expect(201);
    }
    JsonArray waiting = FORMS.waiting("many");
    for (int i = 0; i < waiting.size(); i++) {
      JsonObject review = waiting.getJsonObject(i);
      String decision = review.getInteger("rating") == 3 ? "reject" : "approve";
      FORMS.moderate(review.getString("_id"), decision).expect(200);
    }
    JsonObject data = FORMS.product("many");
    assertEquals("3.75", data.getValue("averageRating").toString());
    assertEquals(4, data.getInteger("totalReviews"));
    assertEquals(
        "{\"5\":2,\"4\":1,\"3\":0,\"2\":0,\"1\":1}",
        data.getJsonObject("ratingDistribution").encode());
    JsonObject page = NODE.get(PATH + "/many?limit=2&skip=2").json();
    assertEquals(2, page.getJsonObject("data").getJsonArray("reviews").size());
    assertEquals(4, page.getJsonObject("data").getInteger("totalReviews"));
    assertEquals(4, page.getJsonObject("pagination").getInteger("total"));
    assertEquals(0, FORMS.product("nothing").getInteger("totalReviews"));
    assertEquals("0", FORMS.product("nothing").getValue("averageRating").toString());
  }

  @Test
  void decidesOnManyReviewsAndReopensThem() {
    FORMS.review("gil@example.org", "bulk", 5);
    FORMS.review("hal@example.org", "bulk", 4);
    List<String> ids =
        FORMS.waiting("bulk").stream().map(each -> ((JsonObject) each).getString("_id")).toList();
    String unknown = "0".repeat(24);
    JsonObject body =
        JsonObject.of("ids", new JsonArray(new ArrayList<>(ids)).add(unknown).add(ids.get(0)));
    Client.Reply approved = moderate(body.put("decision", "approve")).expect(200);
    assertEquals(2, approved.json().getInteger("decided"));
    assertEquals(JsonArray.of(unknown), approved.json().getJsonArray("missing"));
    assertEquals(2, FORMS.product("bulk").getInteger("totalReviews"));
    assertEquals(2, moderate(body.put("decision", "reopen")).json().getInteger("decided"));
    assertEquals(0, FORMS.product("bulk").getInteger("totalReviews"));
    assertEquals(2, FORMS.waiting("bulk").size());
    assertEquals(2, moderate(body.put("decision", "spam")).json().getInteger("decided"));
    assertEquals(0, FORMS.waiting("bulk").size());
    Client.Reply deleted = moderate(body.put("decision", "delete"));
    assertEquals(2, deleted.json().getInteger("decided"), deleted.text());
    assertEquals(0, moderate(body).json().getInteger("decided"));
    FORMS.review("gil@example.org", "bulk", 5);
    assertEquals(1, FORMS.waiting("bulk").size(), "the author can review the product again");
    String one = FORMS.waiting("bulk").getJsonObject(0).getString("_id");
    JsonObject delete = JsonObject.of("decision", "delete");
    Client.Reply gone = FORMS.owner("POST", PATH + "/moderation/" + one).json(delete).send();
    assertEquals("the review is deleted", gone.json().getString("message"), gone.text());
  }

  private static Client.Reply moderate(JsonObject body) {
    return FORMS.owner("POST", PATH + "/moderation").json(body).send();
  }

  @Test
  void namesReviewedProductsOfTheCatalogue() {
    JsonObject mug = JsonObject.of("name", "A Mug", "price", 5);
    String id = FORMS.owner("POST", "/api/proxy/products").json(mug).send().json().getString("_id");
    FORMS.review("ida@example.org", id, 5);
    FORMS.review("ida@example.org", "elsewhere", 5);
    assertEquals("A Mug", FORMS.waiting(id).getJsonObject(0).getString("productName"));
    assertEquals(null, FORMS.waiting("elsewhere").getJsonObject(0).getValue("productName"));
  }

  /** The report at 9 AM counts yesterday's reviews and all reviews that await approval. */
  @Test
  void countsReviewsInTheDailyReport() throws IOException {
    NODE.clock.set(Instant.parse("2027-03-02T17:00:00Z"));
    JsonArray before = figures();
    FORMS.review("eve@example.org", "reported", 5);
    FORMS.review("fay@example.org", "reported", 4);
    FORMS.decide("reported", "approve");
    int waiting = before.getJsonObject(1).getInteger("count") + 1;
    assertEquals("reviews awaiting approval", before.getJsonObject(1).getString("name"));
    NODE.clock.set(Instant.parse("2027-03-03T14:00:01Z"));
    String report = new Mails(NODE).await("Subject: Daily report for 2027-03-03");
    assertTrue(report.contains("\nreviews: 2\r"), report);
    assertTrue(report.contains("\nreviews awaiting approval: " + waiting + "\r"), report);
  }

  private static JsonArray figures() throws IOException {
    JsonObject day =
        JsonObject.of(
            "from", NODE.clock.instant().minus(Duration.ofDays(1)), "until", NODE.clock.instant());
    return NODE.manage("commerce.reviewFigures", day).json().getJsonArray("figures");
  }
}
