package dev.gatehouse.areas.notifications.mail;

import module java.base;

import dev.gatehouse.outbox.DeliveryException;
import dev.gatehouse.outbox.DeliveryException.Outcome;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.store.files.PrivateFiles;
import io.vertx.ext.mail.mailencoder.MailEncoder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes emails as {@code .eml} files if no SMTP server is configured. Any mail program opens them.
 */
record FileTransport(Path folder, MailComposer composer) implements MailTransport {
  private static final Logger LOG = LoggerFactory.getLogger(FileTransport.class);
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final String DRAFT = ".draft";
  private static final String HOST = "localhost";

  /** Opens a folder for emails, and deletes incomplete files of a killed process. */
  static FileTransport into(Path folder, MailComposer composer) {
    if (Files.exists(folder)) {
      try (DirectoryStream<Path> drafts = Files.newDirectoryStream(folder, "*" + DRAFT)) {
        for (Path draft : drafts) {
          Files.deleteIfExists(draft);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return new FileTransport(folder, composer);
  }

  /** Uses a fixed file name per email, so a repeated email replaces its own file. */
  @Override
  public void send(Email letter, String messageId, Instant written) throws DeliveryException {
    String name = STAMP.format(written) + "-" + messageId.replaceAll("[<>]|@.*", "") + ".eml";
    String text =
        new MailEncoder(composer.message(letter, messageId, written), HOST)
            .encode()
            .replace("\r\n", "\n")
            .replace("\n", "\r\n");
    try {
      PrivateFiles.folder(folder);
      Path draft = folder.resolve(name + DRAFT);
      Files.writeString(PrivateFiles.made(draft), text, StandardCharsets.UTF_8);
      Files.move(draft, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new DeliveryException(Outcome.FAILED, "the mail cannot be written to the disk", e);
    }
    LOG.info("GATEHOUSE_SMTP_URL is not set, email written to {}", folder.resolve(name));
  }
}
