package dev.gatehouse.areas.commerce;

import module java.base;

import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;

/** Emails that a node writes as files. */
public final class Mails {
  private final TestNode node;

  public Mails(TestNode node) {
    this.node = node;
  }

  /** Returns all emails so far, without their HTML, and with decoded bodies where possible. */
  public List<String> all() {
    Path folder = node.data().resolve("mail");
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".eml")).map(Mails::read).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for the email that matches the predicate and returns it. */
  public String await(Predicate<String> meant) {
    try {
      Waiting.until(() -> all().stream().anyMatch(meant));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return all().stream().filter(meant).findFirst().orElseThrow();
  }

  private static String read(Path file) {
    try {
      String mail = Files.readString(file).split("Content-Type: text/html")[0];
      return mail.contains("quoted-printable") ? decoded(mail) : mail;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String decoded(String mail) {
    String joined = mail.replace("=\r\n", "");
    var bytes = new ByteArrayOutputStream();
    for (int i = 0; i < joined.length(); i++) {
      char letter = joined.charAt(i);
      if (letter == '=' && i + 2 < joined.length() && hex(joined.substring(i + 1, i + 3))) {
        bytes.write(Integer.parseInt(joined.substring(i + 1, i + 3), 16));
        i += 2;
      } else {
        bytes.write(letter);
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static boolean hex(String text) {
    return text.matches("[0-9A-F]{2}");
  }
}
