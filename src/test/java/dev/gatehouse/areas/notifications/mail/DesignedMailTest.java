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
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import org.junit.jupiter.api.Test;

/** An email in both forms, as mail programs parse it. */
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
}
