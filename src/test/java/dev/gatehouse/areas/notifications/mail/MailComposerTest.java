package dev.gatehouse.areas.notifications.mail;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.formats.Mailbox;
import jakarta.mail.internet.InternetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sender's name as mail programs parse it. */
class MailComposerTest {
  @ParameterizedTest
  @CsvSource({
    "a@b.example, , a@b.example",
    "<a@b.example>, , a@b.example",
    "'Acme, Inc. <a@b.example>', 'Acme, Inc.', '\"Acme, Inc.\" <a@b.example>'",
    "'\"Acme, Inc.\" <a@b.example>', 'Acme, Inc.', '\"Acme, Inc.\" <a@b.example>'",
    "'Ann \"A\" <3 @home <a@b.example>', 'Ann \"A\" <3 @home',"
        + " '\"Ann \\\"A\\\" <3 @home\" <a@b.example>'",
    "'Bücher, Inc. <a@bücher.example>', 'Bücher, Inc.',"
        + " =?UTF-8?B?QsO8Y2hlciwgSW5jLg==?= <a@xn--bcher-kva.example>",
    "Site <a@b.example>, Site, Site <a@b.example>",
    "My Site <a@b.example>, My Site, My Site <a@b.example>",
    "Doe & Co. <a@b.example>, Doe & Co., \"Doe & Co.\" <a@b.example>",
    "\"Co.\" <a@b.example>, Co., \"Co.\" <a@b.example>",
    "x (y): \\z <a@b.example>, x (y): \\z, \"x (y): \\\\z\" <a@b.example>",
    "Gäte <a@b.example>, Gäte, =?UTF-8?B?R8OkdGU=?= <a@b.example>"
  })
  void encodesSenderName(String mailbox, String name, String header) throws Exception {
    String sender = MailComposer.sender(Mailbox.parse(mailbox).orElseThrow());
    assertEquals(header, sender);
    InternetAddress read = InternetAddress.parse(sender, true)[0];
    assertTrue(read.getAddress().matches("a@(b|xn--bcher-kva)\\.example"), sender);
    assertEquals(name, read.getPersonal());
  }
}
