package dev.gatehouse.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MailboxTest {
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
  void readsNameAndAddress(String text, String name, String address) {
    assertEquals(Optional.of(new Mailbox(name, address)), Mailbox.parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Ada", "Ada <ada>", "<ada@example.org", "A\nda <ada@example.org>"})
  void refusesOtherText(String text) {
    assertEquals(Optional.empty(), Mailbox.parse(text));
  }

  @Test
  void returnsDomainInLowerCase() {
    assertEquals("example.org", new Mailbox("", "ada@Example.ORG").domain());
  }
}
