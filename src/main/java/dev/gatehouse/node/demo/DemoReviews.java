package dev.gatehouse.node.demo;

import module java.base;

import io.vertx.core.json.JsonObject;

/**
 * Reviews, whose authors prove their email addresses. The codes are read from the email files that
 * a node without an SMTP server writes.
 *
 * @param mails folder of the email files
 */
record DemoReviews(DemoClient node, DemoRecord made, Path mails) {
  static final String MODERATION = "/api/proxy/reviews/moderation";
  private static final Pattern CODE = Pattern.compile("(?<![#\\w=.-])[0-9]{6}(?!\\w)");
  private static final int MAX_EMAILS = 20;
  private static final int LOOKS = 100;
  private static final long PAUSE_NANOS = 200_000_000;

  /** Writes a review and approves it, unless no code arrives. */
  void create(String product, int rating, String author, String title, String body) {
    String email = author.toLowerCase(Locale.ROOT).replace(' ', '.') + "@example.org";
    JsonObject address = new JsonObject().put("email", email).put("productId", product);
    Set<Path> earlier = Set.copyOf(latest());
    node.create("POST", "/api/proxy/reviews/verify", address.encode());
    Optional<String> code = code(email, earlier);
    if (code.isEmpty()) {
      return;
    }
    JsonObject review =
        address
            .put("rating", rating)
            .put("title", title)
            .put("body", body)
            .put("authorName", author)
            .put("verificationCode", code.get());
    node.create("POST", "/api/proxy/reviews", review.encode());
    node.get(MODERATION).json().getJsonArray("reviews").stream()
        .map(JsonObject.class::cast)
        .filter(one -> email.equals(one.getString("email")))
        .map(one -> one.getString("_id"))
        .forEach(this::approve);
  }

  private void approve(String id) {
    made.document("reviews", id);
    made.path(MODERATION + '/' + id);
    node.create("POST", MODERATION + '/' + id, "{\"decision\":\"approve\"}");
  }

  /** Waits for the email with the code, for 20 s at most. Earlier emails have invalid codes. */
  private Optional<String> code(String email, Set<Path> earlier) {
    for (int i = 0; i < LOOKS; i++) {
      Optional<String> found =
          latest().stream()
              .filter(file -> !earlier.contains(file))
              .flatMap(file -> code(read(file), email).stream())
              .findFirst();
      if (found.isPresent()) {
        return found;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return Optional.empty();
  }

  /** Returns the code in an email; empty if the email is for another address. */
  private static Optional<String> code(String email, String receiver) {
    int body = email.indexOf("\r\n\r\n");
    if (body < 0 || !email.substring(0, body).contains(receiver)) {
      return Optional.empty();
    }
    Matcher code = CODE.matcher(email.substring(body));
    return code.find() ? Optional.of(code.group()) : Optional.empty();
  }

  /** Returns the files of the latest emails, the newest first. */
  private List<Path> latest() {
    if (!Files.isDirectory(mails)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(mails)) {
      return files
          .filter(file -> file.toString().endsWith(".eml"))
          .sorted(Comparator.comparing((Path file) -> file.toFile().lastModified()).reversed())
          .limit(MAX_EMAILS)
          .toList();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private String read(Path mail) {
    try {
      return Files.readString(mail);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private IllegalStateException unreadable(IOException e) {
    return new IllegalStateException(mails + " cannot be read: " + e.getMessage(), e);
  }
}
