package dev.gatehouse.areas.notifications.mail;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import module java.base;

import java.security.Signature;

/** Verifies a signature according to RFC 6376, from the email's bytes and with the JDK only. */
final class DkimVerifier {
  private final List<String> fields = new ArrayList<>();
  private final String body;
  private final String signature;
  private final Map<String, String> tags;

  /**
   * @param letter the email, with CR LF line ends and one byte per character
   */
  DkimVerifier(String letter) {
    int end = letter.indexOf("\r\n\r\n");
    fields.addAll(Arrays.asList(letter.substring(0, end).split("\r\n(?![ \t])")));
    body = letter.substring(end + 4);
    signature =
        fields.stream().filter(field -> named(field, "DKIM-Signature")).findFirst().orElseThrow();
    tags =
        Arrays.stream(value(signature).split(";"))
            .map(tag -> tag.split("=", 2))
            .collect(
                Collectors.toMap(tag -> tag[0].strip(), tag -> tag[1].replaceAll("[ \t\r\n]", "")));
  }

  /** Returns the tags of the signature: d, s, a, c, h, … */
  Map<String, String> tags() {
    return tags;
  }

  boolean bodyHolds() throws GeneralSecurityException {
    byte[] hash =
        MessageDigest.getInstance("SHA-256").digest(relaxedBody(body).getBytes(ISO_8859_1));
    return Base64.getEncoder().encodeToString(hash).equals(tags.get("bh"));
  }

  boolean headHolds(PublicKey key) throws GeneralSecurityException {
    var signed = new StringBuilder();
    List<String> left = new ArrayList<>(fields);
    for (String name : tags.get("h").split(":")) {
      // Of fields with the same name the last is used first. A missing field counts as empty.
      left.reversed().stream()
          .filter(field -> named(field, name))
          .findFirst()
          .ifPresent(field -> {
            left.remove(left.lastIndexOf(field));
            signed.append(relaxedField(field)).append("\r\n");
          });
    }
    signed.append(relaxedField(signature.replaceFirst("([; \t]b=)[^;]*", "$1")));
    Signature verifier = Signature.getInstance("SHA256withRSA");
    verifier.initVerify(key);
    verifier.update(signed.toString().getBytes(ISO_8859_1));
    return verifier.verify(Base64.getDecoder().decode(tags.get("b")));
  }

  private static boolean named(String field, String name) {
    return field.substring(0, field.indexOf(':')).strip().equalsIgnoreCase(name);
  }

  private static String value(String field) {
    return field.substring(field.indexOf(':') + 1);
  }

  /** Section 3.4.2. */
  private static String relaxedField(String field) {
    String name = field.substring(0, field.indexOf(':')).strip();
    String text = value(field).replace("\r\n", "").replaceAll("[ \t]+", " ").strip();
    return name.toLowerCase(java.util.Locale.ROOT) + ":" + text;
  }

  /** Section 3.4.4. */
  private static String relaxedBody(String body) {
    List<String> lines = new ArrayList<>(Arrays.asList(body.split("\r\n", -1)));
    lines.replaceAll(line -> line.replaceAll("[ \t]+", " ").replaceAll(" $", ""));
    while (!lines.isEmpty() && lines.getLast().isEmpty()) {
      lines.removeLast();
    }
    return lines.isEmpty() ? "" : String.join("\r\n", lines) + "\r\n";
  }
}
