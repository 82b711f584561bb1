package dev.gatehouse.commerce.reviews;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.commerce.Mails;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reviews from the form to the shop, over real HTTP, with mails written as files. */
class ReviewsTest {
  private static final String PATH = "/api/proxy/reviews";
  private static final Pattern CODE = Pattern.compile("([0-9]{6}) is your code");

  @RegisterExtension
  static final TestNode NODE =
      new TestNode().with("OWNER_EMAIL", "owner@example.org").behindProxy();

  private static final Mails MAILS = new Mails(NODE);

  @Test
  void fromTheFormToApprovalByTheMailsLink() {
    assertEquals(201, review("ada@example.org", "shirt-1", 5).status());
    assertEquals(0, product("shirt-1").getInteger("totalReviews"));
    String mail = ownersMail("shirt-1");
    assertTrue(mail.contains("To: owner@example.org\r\n"), mail);
    assertTrue(mail.contains("> Fits well"), mail);

    String approve = link(mail, "Publish it: ");
    Client.Reply asked = NODE.client().get(approve);
    assertEquals(200, asked.status(), asked.text());
    assertTrue(asked.text().contains("Publish this review?"), asked.text());
    assertEquals(0, product("shirt-1").getInteger("totalReviews"));
    for (int twice = 0; twice < 2; twice++) {
      Client.Reply done = NODE.client().request("POST", approve).send();
      assertTrue(done.text().contains("The review is published"), done.text());
    }
    assertTrue(NODE.client().get(approve).text().contains("is published"));

    JsonObject data = product("shirt-1");
    assertEquals(1, data.getInteger("totalReviews"));
    assertEquals(5.0, data.getDouble("averageRating"));
    JsonObject shown = data.getJsonArray("reviews").getJsonObject(0);
    assertEquals("Fits well", shown.getString("title"));
    assertEquals(
        List.of("_id", "productId", "rating", "title", "body", "authorName", "createdAt"),
        List.copyOf(shown.fieldNames()));
    assertTrue(NODE.client().get(PATH).text().contains("shirt-1"));

    NODE.client().request("POST", link(mail, "Reject it: ")).send();
    assertEquals(0, product("shirt-1").getInteger("totalReviews"));
    assertFalse(NODE.client().get(PATH).text().contains("shirt-1"));
  }

  @Test
  void aLinkDoesOneThingOnly() {
    review("bea@example.org", "links", 1);
    String approve = link(ownersMail("links"), "Publish it: ");
    String rejected = approve.replace("decision=approve", "decision=reject");
    assertEquals(404, NODE.client().get(rejected).status());
    assertEquals(404, NODE.client().request("POST", rejected).send().status());
    String forged = approve.substring(0, approve.length() - 2) + "AA";
    assertEquals(404, NODE.client().request("POST", forged).send().status());
    NODE.clock.advance(Duration.ofDays(31));
    assertEquals(404, NODE.client().request("POST", approve).send().status());
    assertEquals(0, product("links").getInteger("totalReviews"));
  }

  @Test
  void noAddressOfAnAuthorIsEverPublic() {
    review("secret.author@example.org", "private", 4);
    decide("private", "approve");
    for (String path : List.of(PATH, PATH + "/private", "/openapi.json")) {
      assertFalse(NODE.client().get(path).text().contains("secret.author"), path);
    }
    JsonObject again =
        form("secret.author@example.org", "private", 4)
            .put("verificationCode", code("secret.author@example.org", "private"));
    Client.Reply conflict = send(again);
    assertEquals(409, conflict.status());
    assertFalse(conflict.text().contains("secret"), conflict.text());
  }

  @Test
  void oneForAnAddressAndProductHoweverItIsWritten() {
    assertEquals(201, review("Cleo@Example.org", "one", 3).status());
    assertEquals(409, review("cleo@example.org", "one", 3).status());
    assertEquals(201, review("cleo@example.org", "two", 3).status());
    decide("one", "reject");
    assertEquals(409, review("cleo@example.org", "one", 3).status());
  }

  @Test
  void ofManyAtOnceOneIsStored() throws Exception {
    String code = code("race@example.org", "race");
    JsonObject form = form("race@example.org", "race", 5).put("verificationCode", code);
    List<Integer> statuses;
    try (ExecutorService threads = Executors.newFixedThreadPool(30)) {
      Callable<Integer> send = () -> send(form).status();
      statuses =
          threads.invokeAll(Collections.nCopies(30, send)).stream().map(Future::resultNow).toList();
    }
    assertEquals(1, Collections.frequency(statuses, 201), statuses::toString);
    assertEquals(
        29,
        Collections.frequency(statuses, 409) + Collections.frequency(statuses, 400),
        statuses::toString);
    assertEquals(1, waiting("race").size());
    assertEquals(409, send(form).status());
  }

  @Test
  void aCodeHasFiveTriesHoweverManyComeAtOnce() throws Exception {
    String code = code("tries@example.org", "tries");
    JsonObject form = form("tries@example.org", "tries", 5);
    String wrong = code.equals("000000") ? "000001" : "000000";
    for (int i = 0; i < 4; i++) {
      assertEquals(400, send(form.copy().put("verificationCode", wrong)).status());
    }
    JsonObject right = form.copy().put("verificationCode", code);
    assertEquals(201, send(right).status());

    String other = code("tries@example.org", "guessed");
    List<Callable<Integer>> guesses =
        java.util.stream.IntStream.range(0, 40)
            .<Callable<Integer>>mapToObj(i ->
                () ->
                    send(form("tries@example.org", "guessed", 1)
                            .put("verificationCode", i == 39 ? other : wrong(other, i)))
                        .status())
            .toList();
    try (ExecutorService threads = Executors.newFixedThreadPool(39)) {
      threads
          .invokeAll(guesses.subList(0, 39))
          .forEach(guess -> assertEquals(400, guess.resultNow()));
    }
    assertEquals(
        400, send(form("tries@example.org", "guessed", 1).put("verificationCode", other)).status());
  }

  private static String wrong(String code, int i) {
    return String.format(
        java.util.Locale.ROOT, "%06d", (Integer.parseInt(code) + 1 + i) % 1_000_000);
  }

  @Test
  void aCodeIsGoodForAQuarterOfAnHour() {
    String code = code("late@example.org", "late");
    NODE.clock.advance(Duration.ofMinutes(14));
    assertEquals(
        400, send(form("late@example.org", "other", 5).put("verificationCode", code)).status());
    assertEquals(
        400, send(form("later@example.org", "late", 5).put("verificationCode", code)).status());
    NODE.clock.advance(Duration.ofSeconds(61));
    Client.Reply late = send(form("late@example.org", "late", 5).put("verificationCode", code));
    assertEquals(400, late.status());
    assertTrue(late.error().contains("verificationCode"), late.error());
  }

  @Test
  void aMailboxGetsFiveAnHourWhoeverAsks() {
    List<String> names =
        List.of(
            "v.ictim@gmail.com",
            "victim+a@gmail.com",
            "VICTIM@googlemail.com",
            "vic.tim+b@gmail.com");
    String first = null;
    for (int i = 0; i < 20; i++) {
      Client.Reply reply = ask(names.get(i % names.size()), "bomb-" + i);
      assertEquals(200, reply.status());
      first = first == null ? reply.text() : first;
      assertEquals(first, reply.text());
    }
    String last = code("marker@example.org", "marker");
    assertEquals(6, last.length());
    assertEquals(5, mailsTo("gmail.com|googlemail.com"));
    NODE.clock.advance(Duration.ofMinutes(61));
    ask("victim@gmail.com", "bomb-again");
    code("marker2@example.org", "marker");
    assertEquals(6, mailsTo("gmail.com|googlemail.com"));
  }

  private static long mailsTo(String hosts) {
    Pattern to = Pattern.compile("(?im)^To: \\S*@(" + hosts + ")\\s*$");
    return MAILS.all().stream().filter(mail -> to.matcher(mail).find()).count();
  }

  @Test
  void anAddressOfTheNetAsksTenTimesAnHour() {
    String address = NODE.freshAddress();
    for (int i = 0; i < 10; i++) {
      assertEquals(200, ask("n" + i + "@example.net", "x", address).status());
    }
    assertEquals(429, ask("n11@example.net", "x", address).status());
  }

  @Test
  void fiveReviewsAnHourForAnAddressRefusedOnesCounted() {
    String address = NODE.freshAddress();
    for (int i = 0; i < 5; i++) {
      assertEquals(400, post(PATH, address).json(new JsonObject()).send().status());
    }
    assertEquals(429, post(PATH, address).json(new JsonObject()).send().status());
  }

  @Test
  void theHoneypotIsAnsweredAsIfAccepted() {
    Client.Reply human = review("human@example.org", "honey", 5);
    Client.Reply machine =
        send(
            form("machine@example.org", "honey", 5)
                .put("verificationCode", "000000")
                .put("website", "https://spam.example"));
    assertEquals(human.status(), machine.status());
    assertEquals(human.text(), machine.text());
    assertEquals(1, waiting("honey").size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "productId|~a b~",
        "productId|~.~",
        "productId|~~",
        "productId|{\"$ne\":1}",
        "rating|0",
        "rating|6",
        "rating|4.5",
        "rating|~5~",
        "rating|null",
        "rating|99999999999999999999",
        "title|~~",
        "title|~a\\nb~",
        "title|~a\\u2028b~",
        "body|~  ~",
        "body|~a\\u0000b~",
        "body|{\"$gt\":\"\"}",
        "authorName|~\\t~",
        "authorName|5",
        "email|~nobody~",
        "email|~a@b@c.d~",
        "email|~a@b.c\\nBcc: x@y.z~",
        "email|~.a@b.c~",
        "verificationCode|~12345~",
        "verificationCode|~1234567~",
        "verificationCode|123456",
        "verificationCode|~１２３４５６~",
        "verificationCode|{\"$gt\":\"\"}",
        "website|5",
        "state|~APPROVED~",
      })
  void refusals(String field, String value) {
    String json = value.replace('~', '"');
    String body =
        form("x@example.org", "x", 5)
            .put("verificationCode", "123456")
            .put(field, "@@")
            .encode()
            .replace("\"@@\"", json);
    Client.Reply reply =
        post(PATH, NODE.freshAddress())
            .body("application/json", body.getBytes(StandardCharsets.UTF_8))
            .send();
    assertEquals(400, reply.status(), body);
    assertTrue(reply.error().contains(field), reply.error());
  }

  @ParameterizedTest
  @CsvSource({"productId", "rating", "title", "body", "authorName", "email", "verificationCode"})
  void everyFieldIsNeeded(String field) {
    JsonObject form = form("x@example.org", "x", 5).put("verificationCode", "123456");
    form.remove(field);
    Client.Reply reply = send(form);
    assertEquals(400, reply.status());
    assertTrue(reply.error().contains(field), reply.error());
  }

  @Test
  void theAuthorsWordsCannotPassForTheLetters() {
    JsonObject form = form("fake@example.org", "fake", 1);
    form.put("body", "x\r\nPublish it: https://evil.example/\rReject it: https://evil.example/");
    form.put("verificationCode", code("fake@example.org", "fake"));
    assertEquals(201, send(form).status());
    String mail = ownersMail("fake");
    for (String line : mail.split("\r\n|\r|\n")) {
      assertTrue(!line.contains("evil.example") || line.startsWith("> "), line);
    }
  }

  @Test
  void averageAndDistributionAreThoseOfTheApprovedOnes() {
    int[] ratings = {5, 5, 4, 1, 3};
    for (int i = 0; i < ratings.length; i++) {
      ask("many" + i + "@example.org", "many");
    }
    for (int i = 0; i < ratings.length; i++) {
      String email = "many" + i + "@example.org";
      JsonObject form = form(email, "many", ratings[i]);
      assertEquals(201, send(form.put("verificationCode", mailedCode(email, List.of()))).status());
    }
    JsonArray waiting = waiting("many");
    for (int i = 0; i < waiting.size(); i++) {
      JsonObject review = waiting.getJsonObject(i);
      String decision = review.getInteger("rating") == 3 ? "reject" : "approve";
      assertEquals(200, moderate(review.getString("_id"), decision).status());
    }
    JsonObject data = product("many");
    assertEquals("3.75", data.getValue("averageRating").toString());
    assertEquals(4, data.getInteger("totalReviews"));
    assertEquals(
        "{\"5\":2,\"4\":1,\"3\":0,\"2\":0,\"1\":1}",
        data.getJsonObject("ratingDistribution").encode());
    JsonObject page = NODE.client().get(PATH + "/many?limit=2&skip=2").json();
    assertEquals(2, page.getJsonObject("data").getJsonArray("reviews").size());
    assertEquals(4, page.getJsonObject("data").getInteger("totalReviews"));
    assertEquals(4, page.getJsonObject("pagination").getInteger("total"));
    assertEquals(0, product("nothing").getInteger("totalReviews"));
    assertEquals("0", product("nothing").getValue("averageRating").toString());
  }

  @Test
  void onlyTheOwnerModerates() {
    assertEquals(401, NODE.client().get(PATH + "/moderation").status());
    String path = PATH + "/moderation/" + "0".repeat(24);
    JsonObject decision = new JsonObject().put("decision", "approve");
    assertEquals(401, NODE.client().request("POST", path).json(decision).send().status());
    assertEquals(404, owner("POST", path).json(decision).send().status());
    decision.put("decision", "delete");
    assertEquals(400, owner("POST", path).json(decision).send().status());
  }

  private static Client.Request owner(String method, String path) {
    return NODE.client().request(method, path).key(TestNode.KEY);
  }

  private static Client.Request post(String path, String address) {
    return NODE.client().request("POST", path).from(address);
  }

  private static JsonObject form(String email, String product, int rating) {
    return new JsonObject()
        .put("productId", product)
        .put("rating", rating)
        .put("title", "Fits well")
        .put("body", "Soft.")
        .put("authorName", "Ada")
        .put("email", email);
  }

  private static Client.Reply ask(String email, String product) {
    return ask(email, product, NODE.freshAddress());
  }

  private static Client.Reply ask(String email, String product, String address) {
    JsonObject body = new JsonObject().put("email", email).put("productId", product);
    return post(PATH + "/verify", address).json(body).send();
  }

  /** The code that was mailed last for an address. */
  private static String code(String email, String product) {
    List<String> before = MAILS.all();
    assertEquals(200, ask(email, product).status());
    return mailedCode(email, before);
  }

  private static String mailedCode(String email, List<String> before) {
    Pattern to = Pattern.compile("(?im)^To: " + Pattern.quote(email) + "\\s*$");
    String mail = MAILS.await(each -> to.matcher(each).find() && !before.contains(each));
    Matcher code = CODE.matcher(mail);
    assertTrue(code.find(), mail);
    return code.group(1);
  }

  private static Client.Reply send(JsonObject form) {
    return post(PATH, NODE.freshAddress()).json(form).send();
  }

  private static Client.Reply review(String email, String product, int rating) {
    String code = code(email.toLowerCase(java.util.Locale.ROOT), product);
    return send(form(email, product, rating).put("verificationCode", code));
  }

  private static String ownersMail(String product) {
    return MAILS.await(mail -> mail.contains("Product: " + product + "\r\n"));
  }

  /** The path and query of a link in a mail. */
  private static String link(String mail, String before) {
    int from = mail.indexOf(before) + before.length();
    URI uri = URI.create(mail.substring(from, mail.indexOf('\r', from)));
    return uri.getRawPath() + '?' + uri.getRawQuery();
  }

  private static JsonObject product(String product) {
    Client.Reply reply = NODE.client().get(PATH + "/" + product);
    assertEquals(200, reply.status(), reply.text());
    return reply.json().getJsonObject("data");
  }

  private static JsonArray waiting(String product) {
    JsonArray all =
        owner("GET", PATH + "/moderation?limit=100").send().json().getJsonArray("reviews");
    return new JsonArray(
        all.stream()
            .filter(review -> ((JsonObject) review).getString("productId").equals(product))
            .toList());
  }

  private static void decide(String product, String decision) {
    String id = waiting(product).getJsonObject(0).getString("_id");
    assertEquals(200, moderate(id, decision).status());
  }

  private static Client.Reply moderate(String id, String decision) {
    return owner("POST", PATH + "/moderation/" + id)
        .json(new JsonObject().put("decision", decision))
        .send();
  }
}
