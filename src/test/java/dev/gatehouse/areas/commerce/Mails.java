package dev.gatehouse.areas.commerce;

import module java.base;

import dev.gatehouse.TestNode;
import dev.gatehouse.Unchecked;
import dev.gatehouse.Waiting;

/** Emails that a node writes as files. */
public final class Mails {
  private final TestNode node;

  public Mails(TestNode node) {
    this.node = node;
  }

  /** Returns all emails so far, without their HTML, and with decoded bodies where possible. */
  public List<String> all() {
    return raw().stream().map(Mails::read).toList();
  }

  /** Returns all emails so far with their HTML, encoded. */
  public List<String> raw() {
    Path folder = node.data().resolve("mail");
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".eml"))
          .sorted()
          .map(file -> Unchecked.get(() -> Files.readString(file)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the calendar object of an email. */
  public static String calendar(String raw) {
    String mail = raw.replace("\r\n", "\n");
    String part = mail.substring(mail.indexOf("Content-Type: text/calendar"));
    String base64 = part.substring(part.indexOf("\n\n") + 2).split("\n--")[0];
    return new String(Base64.getMimeDecoder().decode(base64), StandardCharsets.UTF_8);
  }

  /** Waits for the email that matches the predicate and returns it. */
  public String await(Predicate<String> meant) {
    Unchecked.run(() -> Waiting.until(() -> all().stream().anyMatch(meant)));
    return all().stream().filter(meant).findFirst().orElseThrow();
  }

  /** Waits for the email that contains the text and returns it. */
  public String await(String text) {
    return await(mail -> mail.contains(text));
  }

  private static String read(String whole) {
    String mail = whole.split("Content-Type: text/html")[0];
    return mail.contains("quoted-printable") ? decoded(mail) : mail;
  }

  /** Decodes quoted-printable. Its letters are ASCII. */
  private static String decoded(String mail) {
    String latin =
        Pattern.compile("=([0-9A-F]{2})")
            .matcher(mail.replace("=\r\n", ""))
            .replaceAll(
                code -> Matcher.quoteReplacement("" + (char) Integer.parseInt(code.group(1), 16)));
    return new String(latin.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }
}
