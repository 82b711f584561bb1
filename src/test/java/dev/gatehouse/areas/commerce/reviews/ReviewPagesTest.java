package dev.gatehouse.areas.commerce.reviews;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.commerce.Mails;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Forms on which visitors write reviews and subscribe to news. */
class ReviewPagesTest {
  private static final String EVIL = "<script>\"'</textarea>";

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .behindProxy()
          .with("OWNER_EMAIL=owner@example.org STOREFRONT_CONFIRM_NEWS=false");

  private static final ReviewForms FORMS = new ReviewForms(NODE);
  private static final Mails MAILS = new Mails(NODE);

  private static JsonObject form(String email) {
    return new JsonObject()
        .put("rating", "4")
        .put("title", EVIL)
        .put("body", "Soft.\r\n" + EVIL)
        .put("author", "Ada")
        .put("email", email)
        .put("website", "");
  }

  private static Client.Request request(String path, JsonObject form) {
    String parts =
        form.stream()
            .map(field ->
                "--b\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n"
                    .formatted(field.getKey(), field.getValue()))
            .collect(Collectors.joining("", "", "--b--\r\n"));
    return NODE.request("POST", path)
        .from(NODE.freshAddress())
        .body("multipart/form-data; boundary=b", parts);
  }

  private static String sent(String product, JsonObject form) {
    Client.Reply reply = request("/storefront/reviews/" + product, form).expect(200);
    assertEquals("text/html", reply.header("Content-Type"));
    reply.lacks("<script");
    return reply.text();
  }

  @Test
  void submitsReviewWithEmailedCode() {
    String email = "ada@example.org";
    NODE.get("/storefront/reviews/book").expect(200);
    List<String> before = MAILS.all();
    String asked = sent("book", form(email));
    assertTrue(asked.contains("emailed a code to ada@example.org"), asked);
    assertTrue(asked.contains("value=\"&lt;script>&#34;") || asked.contains("&lt;script"), asked);
    String code = FORMS.mailedCode(email, before);
    assertTrue(sent("book", form(email).put("code", "x")).contains("The code is wrong"));
    String done = sent("book", form(email).put("code", code));
    assertTrue(done.contains("Thank you for your review"), done);
    assertEquals(1, FORMS.waiting("book").size());
    assertEquals(EVIL, FORMS.waiting("book").getJsonObject(0).getString("title"));
    List<String> earlier = MAILS.all();
    sent("book", form(email));
    String second = FORMS.mailedCode(email, earlier);
    String again = sent("book", form(email).put("code", second));
    assertTrue(again.contains("already reviewed"), again);
  }

  @ParameterizedTest
  @CsvSource({
    "rating, '', a rating",
    "title, ' ', a headline",
    "body, '', a headline",
    "author, '', your name",
    "email, nobody, email address",
    "website, https://spam.example, Thank you",
  })
  void emailsNoCodeForInvalidForm(String field, String value, String shown) {
    String page = sent("other", form("eve@example.org").put(field, value));
    assertTrue(page.contains(shown), page);
    assertFalse(page.contains("emailed a code"), page);
    assertTrue(MAILS.all().stream().noneMatch(mail -> mail.contains("To: eve@example.org")));
    assertEquals(0, FORMS.waiting("other").size());
  }

  @Test
  void rejectsFormsOfOtherPages() {
    String path = "/storefront/reviews/book";
    for (String other : List.of(path, "/storefront/signup")) {
      JsonObject form =
          other.equals(path) ? form("a@example.org") : JsonObject.of("email", "a@b.example");
      request(other, form).header("Origin", "http://evil.example").expect(403);
    }
  }

  @Test
  void subscribesToNews() {
    JsonObject form = JsonObject.of("email", " News@Example.org");
    for (int i = 0; i < 2; i++) {
      request("/storefront/signup", form).send().has("You are subscribed");
    }
    String list = NODE.owner("GET", "/api/proxy/storefront/customers").send().text();
    assertEquals(2, list.split("news@example.org", -1).length, list);
    request("/storefront/signup", form.put("email", "<b>"))
        .send()
        .has("valid email address")
        .lacks("<b>");
  }
}
