package dev.gatehouse.areas.notifications.mail;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.formats.Mailbox;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.pages.Mail;
import dev.gatehouse.pages.PageFile;
import io.vertx.ext.mail.mailencoder.MailEncoder;
import jakarta.mail.BodyPart;
import jakarta.mail.Part;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An email in both forms, and its sender's name, as mail programs parse them. */
class DesignedMailTest {
  private static final byte[] PICTURE = {1, 2, 3};
  private static final PageFile LOGO = new PageFile("/theme/logo.png", "image/png", PICTURE);
  private static final String HTML = "<p>Grüße</p><img src=\"" + Mail.LOGO + "\" alt=\"\">";

  @Test
  void containsBothFormsLogoAndCalendar() throws Exception {
    var mail = new Mail("Hello", "Grüße", HTML);
    MimeMultipart all =
        parts(
            sent(
                Optional.of(LOGO),
                Email.of("a@b.example", mail).with(new Email.CalendarPart("REQUEST", "BEGIN"))));
    assertTrue(all.getContentType().startsWith("multipart/mixed"), all.getContentType());
    assertTrue(all.getBodyPart(1).getContentType().startsWith("application/ics"));
    assertEquals("invite.ics", all.getBodyPart(1).getFileName());
    MimeMultipart forms = parts(all.getBodyPart(0));
    assertTrue(forms.getContentType().startsWith("multipart/alternative"), forms.getContentType());
    assertEquals("Grüße", text(forms.getBodyPart(0)));
    MimeMultipart related = parts(forms.getBodyPart(1));
    assertTrue(related.getContentType().startsWith("multipart/related"), related.getContentType());
    assertEquals(HTML, text(related.getBodyPart(0)));
    BodyPart logo = related.getBodyPart(1);
    assertEquals("<logo>", logo.getHeader("Content-ID")[0]);
    assertEquals(Part.INLINE, logo.getDisposition());
    assertArrayEquals(PICTURE, logo.getInputStream().readAllBytes());
    BodyPart invitation = forms.getBodyPart(2);
    assertTrue(invitation.getContentType().startsWith("text/calendar"));
    assertTrue(invitation.getContentType().contains("method=REQUEST"));
    assertNull(invitation.getDisposition(), "Outlook shows it as an invitation");
    assertEquals(
        "BEGIN", new String(invitation.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
  }

  @Test
  void containsNoPictureThatItDoesNotShow() throws Exception {
    MimeMultipart forms =
        parts(sent(Optional.of(LOGO), Email.of("a@b.example", new Mail("s", "t", "<p>t</p>"))));
    assertTrue(forms.getContentType().startsWith("multipart/alternative"), forms.getContentType());
    assertTrue(forms.getBodyPart(1).getContentType().startsWith("text/html"));
  }

  private static MimeMessage sent(Optional<PageFile> logo, Email email) throws Exception {
    var message =
        new MailComposer(new Mailbox("", "me@b.example"), logo)
            .message(email, "<1@b>", Instant.EPOCH);
    String text = new MailEncoder(message, "localhost").encode();
    return new MimeMessage(
        null, new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)));
  }

  private static MimeMultipart parts(Part part) throws Exception {
    return (MimeMultipart) part.getContent();
  }

  private static String text(Part part) throws Exception {
    return part.getContent().toString().strip();
  }

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
