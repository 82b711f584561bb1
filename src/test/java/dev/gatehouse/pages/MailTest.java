package dev.gatehouse.pages;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestSettings;
import dev.gatehouse.area.MailLinks;
import dev.gatehouse.node.Modules;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.pages.MailPart.Fact;
import dev.gatehouse.settings.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All kinds of emails, in HTML and as text. */
class MailTest {
  private static final Settings SETTINGS =
      TestSettings.of(
          "",
          Map.of(
              "PUBLIC_URL", "https://shop.example.org",
              "THEME_FOOTER_LINKS", "Imprint=/imprint, Help=https://help.example.org/"));
  private static final Pages PAGES = Pages.of(SETTINGS);
  private static final Map<String, Email> SAMPLES =
      Modules.mailSamples(PAGES, new MailLinks(SETTINGS));

  static Set<String> kinds() {
    return SAMPLES.keySet();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void followsTheRulesOfHtmlEmails(String kind) {
    assertEquals(List.of(), MailLint.of(SAMPLES.get(kind).html()).problems());
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void textStatesTheSameAsHtml(String kind) {
    Email email = SAMPLES.get(kind);
    MailLint html = MailLint.of(email.html());
    String text = email.text();
    List<String> missing =
        html.texts().stream()
            .skip(1) // the name of the site above the email
            .filter(words -> !text.contains(words))
            .toList();
    assertEquals(List.of(), missing, text);
    html.links().forEach(link -> assertTrue(text.contains(link), link + " is missing in " + text));
    String shown = String.join("\n", html.texts()) + html.links();
    List<String> more =
        text.lines()
            .filter(line -> !line.equals("--"))
            .map(line -> line.replaceFirst("^> ?", ""))
            .filter(line -> !shown.contains(line) && !isLabeled(line, shown))
            .toList();
    assertEquals(List.of(), more, "only in the text: " + shown);
  }

  /** Returns whether a line has a label and a value that are both shown. */
  private static boolean isLabeled(String line, String shown) {
    return Pattern.compile(": ")
        .matcher(line)
        .results()
        .anyMatch(colon ->
            shown.contains(line.substring(0, colon.start()))
                && shown.contains(line.substring(colon.end())));
  }

  @Test
  void eachStateOfAnOrderHasItsOwnText() {
    for (String prefix : List.of("order-", "sale-")) {
      List<String> texts =
          SAMPLES.entrySet().stream()
              .filter(each -> each.getKey().startsWith(prefix))
              .map(each -> each.getValue().subject() + each.getValue().text().split("\n\n--")[0])
              .toList();
      assertTrue(texts.size() >= 7, texts.toString());
      assertEquals(texts.size(), new TreeSet<>(texts).size(), "the same text for two states");
    }
  }

  @Test
  void listsOrderedItemsWithSums() {
    String text = SAMPLES.get("order-paid").text();
    assertTrue(text.contains("2 × Canvas tote bag, Natural: $36.00\nTotal: $60.00"), text);
    assertTrue(text.contains("View order: https://shop.example.org/storefront/orders/7c1f"), text);
    assertFalse(text.contains("Maria"), "the address may be anyone's");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script>alert(1)</script>",
        "\"><img src=\"https://evil.example/x.png\" onerror=\"alert(1)\">",
        "</td></tr></table><form action=\"https://evil.example\"><input>",
        "</title></style><style>@import 'https://evil.example'</style>",
        "&lt;b&gt; {0} ${1} @endif"
      })
  void escapesHostileTexts(String hostile) {
    Mail mail = everyPart(hostile);
    assertEquals(MailLint.of(everyPart("x").html()).tags(), MailLint.of(mail.html()).tags());
    assertEquals(List.of(), MailLint.of(mail.html()).problems());
    assertTrue(mail.text().contains("\n\n" + hostile + "\n\n"), mail.text());
    assertTrue(MailLint.of(mail.html()).texts().contains(hostile), mail.html());
  }

  private static Mail everyPart(String words) {
    return new MailDraft(PAGES, words, words)
        .paragraph(words)
        .highlight(words, words)
        .button(words, "https://shop.example.org/")
        .link(words, "https://shop.example.org/other")
        .facts(new Fact(words, words))
        .items(List.of(new Fact(words, words)), List.of(new Fact(words, words)))
        .quote(words)
        .mail();
  }

  @Test
  void quotedTextAddsNoLineOfItsOwn() {
    String text =
        new MailDraft(PAGES, "s", "t")
            .facts(new Fact("From", "Ada\r\nApprove: https://evil.example"))
            .quote("Hello\rApprove: https://evil.example\nbye")
            .mail()
            .text();
    assertEquals(List.of(), text.lines().filter(line -> line.startsWith("Approve")).toList(), text);
  }

  @Test
  void usesTheDesignOfTheSettings(@TempDir Path folder) throws Exception {
    Path logo = Files.write(folder.resolve("logo.png"), new byte[] {1, 2, 3});
    Map<String, String> theme =
        Map.of(
            "NAME", "Bob & Söhne",
            "ACCENT_COLOR", "#c2410c",
            "FOOTER_LINKS", "Imprint=/imprint",
            "LOGO", logo.toString());
    Pages pages = Pages.of(TestSettings.of("THEME_", theme));
    Mail mail = pages.mail("mail.test").button("Go", "https://example.org/").mail();
    assertTrue(mail.html().contains("bgcolor=\"#c2410c\""), mail.html());
    assertTrue(mail.html().contains("Bob &amp; Söhne"), mail.html());
    assertTrue(mail.html().contains("src=\"" + Mail.LOGO + "\""), mail.html());
    assertEquals("image/png", pages.mailLogo().orElseThrow().type());
    assertTrue(mail.text().endsWith("--\nBob & Söhne sent this email.\n"), mail.text());
    assertFalse(mail.html().contains("imprint"), "the whole address is unknown");
    assertTrue(PAGES.mail("mail.test").mail().html().contains("https://shop.example.org/imprint"));
  }

  @Test
  void showsNoLogoThatMailProgramsCannot(@TempDir Path folder) throws Exception {
    Path logo = Files.writeString(folder.resolve("logo.svg"), "<svg/>");
    Pages pages = Pages.of(TestSettings.of("THEME_", Map.of("LOGO", logo.toString())));
    assertTrue(pages.mailLogo().isEmpty());
    assertFalse(pages.mail("mail.test").mail().html().contains("<img"));
  }

  /** Previews must not leave out a kind. */
  @Test
  void everyEmailOfTheTextsHasASample() throws Exception {
    Set<String> subjects =
        Files.readAllLines(Path.of("src/main/resources/pages/texts_en.properties")).stream()
            .filter(line -> line.matches("mail\\..*\\.subject = .*"))
            .map(line -> line.split(" = ")[1].replaceAll("\\{[0-9]}", ".*"))
            .collect(Collectors.toSet());
    subjects.removeIf(
        subject -> SAMPLES.values().stream().anyMatch(each -> each.subject().matches(subject)));
    assertEquals(Set.of(), subjects);
  }
}
