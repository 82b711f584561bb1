package dev.gatehouse.areas.notifications.mail;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.mail.internet.InternetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sender's name as mail programs parse it. */
class MailComposerTest {
  @ParameterizedTest
  @CsvSource({
    "a@b.example, , a@b.example",
    "<a@b.example>, , <a@b.example>",
    "Site <a@b.example>, Site, Site <a@b.example>",
    "My Site <a@b.example>, My Site, My Site <a@b.example>",
    "Doe & Co. <a@b.example>, Doe & Co., \"Doe & Co.\" <a@b.example>",
    "\"Co.\" <a@b.example>, Co., \"Co.\" <a@b.example>",
    "x (y): \\z <a@b.example>, x (y): \\z, \"x (y): \\\\z\" <a@b.example>",
    "Gäte <a@b.example>, Gäte, =?UTF-8?B?R8OkdGU=?= <a@b.example>"
  })
  void encodesSenderName(String mailbox, String name, String header) throws Exception {
    String sender = MailComposer.sender(mailbox);
    assertEquals(header, sender);
    InternetAddress read = InternetAddress.parse(sender, true)[0];
    assertEquals("a@b.example", read.getAddress());
    assertEquals(name, read.getPersonal());
  }
}
