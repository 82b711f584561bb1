package dev.gatehouse.formats;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@link MailText}, {@link Mailto} and {@link Mailbox}. */
class MailTextTest {
  private static final String LABEL = "d".repeat(63);
  private static final String LONG_HOST = (LABEL + '.').repeat(3) + "e".repeat(58);

  @Test
  void acceptsAddressesUpToTheirLimits() {
    assertTrue(MailText.isAddress("a@b"));
    assertTrue(MailText.isAddress("a.b+c@mail-1.example.org"));
    assertTrue(MailText.isAddress("n".repeat(64) + '@' + LABEL + ".org"));
    assertFalse(MailText.isAddress("n".repeat(65) + '@' + LABEL + ".org"));
    assertTrue(MailText.isAddress("abc@" + LONG_HOST), "254 characters");
    assertFalse(MailText.isAddress("abcd@" + LONG_HOST), "255 characters");
    assertFalse(MailText.isAddress("a@d" + LABEL + ".org"), "label of 64 characters");
    assertFalse(MailText.isAddress(null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "a", "@", "a@", "@b", ".a@b", "a.@b", "a..b@c",
        "a@-b", "a@b-", "a@b..c", "a@b.", "a b@c", "a@b c", "a@b@c", "a@[127.0.0.1]",
        "\"a\"@b", "ä@b", "a@b\n", "a,b@c"
      })
  void rejectsOtherText(String text) {
    assertFalse(MailText.isAddress(text));
  }

  @ParameterizedTest
  @CsvSource({
    "ann@example.org, ann@example.org",
    "Ann@Example.org, Ann@Example.org",
    "ann@bücher.example, ann@xn--bcher-kva.example",
    "ann@BÜCHER.example, ann@xn--bcher-kva.example",
    "ann@straße.example, ",
    "ann@exa_mple.org, ",
    "ann@a..b, ",
    "jörg@example.org, ",
    "ann, ",
    "'', ",
    "@example.org, ",
    "a@b@example.org, ",
  })
  void convertsDomainToAscii(String address, String ascii) {
    assertEquals(Optional.ofNullable(ascii), MailText.asciiAddress(address));
  }

  @ParameterizedTest
  @CsvSource({
    "ann.lee@example.org, ann.lee@example.org", "ann+news@example.org, ann@example.org",
    "a+b+c@example.org, a@example.org", "+ann@example.org, +ann@example.org",
    "a.n.n+x@gmail.com, ann@gmail.com", "a.n.n@googlemail.com, ann@gmail.com",
  })
  void countsAddressesOfOneMailboxTogether(String address, String mailbox) {
    assertEquals(mailbox, MailText.mailbox(address));
  }

  @ParameterizedTest
  @CsvSource({
    "A-gu+est@example.com, mailto:A-gu+est@example.com",
    "a/b@example.com, mailto:a%2Fb@example.com",
    "jörg@example.com, mailto:j%C3%B6rg@example.com",
  })
  void encodesAddressInUri(String address, String uri) {
    assertEquals(uri, Mailto.uri(address));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "ada@example.org | `` | ada@example.org",
        "` <ada@example.org> ` | `` | ada@example.org",
        "Ada < ada@example.org > | Ada | ada@example.org",
        "Ada <Countess> <ada@example.org> | Ada <Countess> | ada@example.org",
        "\"Lovelace, Ada\" <ada@example.org> | Lovelace, Ada | ada@example.org",
        "\"Ada \\\"A\\\"\" <ada@example.org> | Ada \"A\" | ada@example.org",
        "\"\" <ada@example.org> | `` | ada@example.org",
        "\" <ada@example.org> | \" | ada@example.org",
        "\"Ada <ada@example.org> | \"Ada | ada@example.org",
        "Ada\" <ada@example.org> | Ada\" | ada@example.org",
        "Ada <ada@bücher.example> | Ada | ada@xn--bcher-kva.example",
      })
  void parsesMailboxes(String text, String name, String address) {
    assertEquals(Optional.of(new Mailbox(name, address)), Mailbox.parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Ada", "Ada <ada>", "<ada@example.org", "A\nda <ada@example.org>"})
  void rejectsOtherMailboxes(String text) {
    assertEquals(Optional.empty(), Mailbox.parse(text));
  }

  @Test
  void returnsDomainOfMailboxInLowerCase() {
    assertEquals("example.org", new Mailbox("", "ada@Example.ORG").domain());
  }
}
