package dev.gatehouse.node.demo;

import module java.base;

import dev.gatehouse.area.Job;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.settings.Settings;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.core.json.pointer.JsonPointer;

/**
 * Content for every area, which a node gets through its API.
 *
 * @param today day at the node, by which dates are chosen
 */
public record DemoContent(
    DemoClient node, DemoRecord made, LocalDate today, RandomGenerator random) {
  private static final String SYMBOL = "DEMO";
  private static final String LOGS = "/api/proxy/bots/trading/logs";
  private static final Pattern DATE = Pattern.compile("\\{(day|workday)([+-]\\d+)\\}");
  private static final int BARS = 260;
  private static final int LOG_ENTRIES = 120;
  private static final int NOT_FOUND = 404;

  private static final int RATE = 8_000;

  /**
   * Creates everything, and records each item. Reviews are created only by a node that writes its
   * emails to files.
   */
  public void create(Settings settings, Job.Progress progress) {
    progress.report("creating products and reviews");
    JsonObject content = content();
    List<String> products = create(content.getJsonObject("products"));
    if (settings.smtp().url().isEmpty()) {
      reviews(new DemoReviews(node, made, settings.data().dir().resolve("mail")), products);
    }
    progress.report("creating links and meetings");
    create(content.getJsonObject("links"));
    create(content.getJsonObject("shortUrls"));
    if (isLocal(settings, "calendar")) {
      create(content.getJsonObject("meetings"));
    }
    create(content.getJsonObject("services"));
    progress.report("creating expenses, a sound and prices");
    create(content.getJsonObject("expenses"));
    audio();
    market();
    progress.report("creating notifications and orders");
    create(content.getJsonObject("notifications"));
    if (isLocal(settings, "storefront")) {
      var orders = new DemoOrders(node, made);
      orders.create(products.getFirst(), 1);
      orders.create(products.get(2), 2);
    }
  }

  private static boolean isLocal(Settings settings, String area) {
    return settings.section(area).text("provider").equals("local");
  }

  /** Returns a text of a reply, without which nothing could be removed. */
  private static String text(JsonObject json, String field) {
    return Objects.requireNonNull(json.getString(field), () -> "the reply has no " + field);
  }

  /** Reads the content that has no computed part, with dates relative to today. */
  private JsonObject content() {
    try (InputStream in = DemoContent.class.getResourceAsStream("/demo/content.json")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return new JsonObject(DATE.matcher(text).replaceAll(date -> date(date).toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private LocalDate date(MatchResult date) {
    LocalDate day = today.plusDays(Integer.parseInt(date.group(2)));
    return date.group(1).equals("day") ? day : workday(day);
  }

  /** Creates the items of a kind that do not conflict with the owner's, and returns their IDs. */
  private List<String> create(JsonObject kind) {
    List<String> ids = new ArrayList<>();
    for (Object each : kind.getJsonArray("items")) {
      JsonObject item = (JsonObject) each;
      node.create("POST", kind.getString("path"), item.encode())
          .ifPresent(reply -> ids.add(created(kind, item, reply.json())));
    }
    return ids;
  }

  private String created(JsonObject kind, JsonObject item, JsonObject reply) {
    String id = "";
    if (kind.containsKey("id")) {
      id = (String) JsonPointer.from(kind.getString("id")).queryJson(reply);
      Objects.requireNonNull(id, () -> "the reply has no ID: " + reply);
    }
    if (kind.containsKey("collection")) {
      made.document(kind.getString("collection"), id);
      return id;
    }
    String path = kind.getString("remove").replace("{id}", DemoClient.encoded(id));
    for (String field : item.fieldNames()) {
      path = path.replace('{' + field + '}', String.valueOf(item.getValue(field)));
    }
    JsonObject compared = item.copy();
    kind.getJsonArray("uncompared", new JsonArray())
        .forEach(field -> compared.remove((String) field));
    created(path, compared.isEmpty() ? "" : compared.encode());
    return id;
  }

  /**
   * Records an item that was created. Without a record, it could not be removed later.
   *
   * @param content JSON object of the item, which the removal compares; may be empty
   */
  private void created(String path, String content) {
    try {
      made.path(content.isEmpty() ? path : path + ' ' + content);
    } catch (IllegalStateException unrecorded) {
      node.delete(path);
      throw unrecorded;
    }
  }

  private static void reviews(DemoReviews reviews, List<String> products) {
    reviews.create(products.getFirst(), 5, "Ada Example", "My third one", "Takes any ink.");
    reviews.create(products.getFirst(), 4, "Jo Sample", "Lies flat", "I would like more pages.");
    reviews.create(
        products.get(2), 5, "Kim Specimen", "Warm light", "Dims to a glow, and does not hum.");
  }

  private static LocalDate workday(LocalDate day) {
    return day.getDayOfWeek().compareTo(DayOfWeek.FRIDAY) > 0 ? workday(day.plusDays(1)) : day;
  }

  private void audio() {
    byte[] form = DemoClient.filePart("demo-chime.wav", "audio/wav", chime());
    node.create("POST", "/audio/upload", DemoClient.multipart(), form)
        .ifPresent(
            reply -> created("/audio/" + DemoClient.encoded(text(reply.json(), "filename")), ""));
  }

  private void market() {
    String path = "/api/proxy/historical-data/" + SYMBOL;
    if (node.get(path).status() == NOT_FOUND) {
      made.path(path);
      node.create("POST", path + "/bars", new JsonObject().put("bars", bars()).encode());
    }
    log();
  }

  /** Adds log entries under a new source, by which their ids are found. */
  private void log() {
    String source = "demo-bot-" + HexFormat.of().toHexDigits(random.nextInt());
    var entries = new JsonArray();
    for (int i = 0; i < LOG_ENTRIES; i++) {
      entries.add(new JsonObject().put("LogMessage", logEntry(source, i)));
    }
    node.create("POST", LOGS, entries.encode());
    node.get(LOGS + "?limit=" + LOG_ENTRIES + "&messageSource=" + source)
        .json()
        .getJsonArray("data")
        .forEach(entry -> made.document("tradingLogs", text((JsonObject) entry, "_id")));
  }

  private JsonArray bars() {
    var bars = new JsonArray();
    double price = 100;
    LocalDate day = today.minusDays(BARS * 7L / 5);
    while (bars.size() < BARS) {
      day = workday(day.plusDays(1));
      double open = price;
      price = Math.max(20, price + random.nextGaussian(0.05, 1.4));
      bars.add(
          new JsonObject()
              .put("timeUtc", day.atStartOfDay().toInstant(ZoneOffset.UTC).toString())
              .put("open", rounded(open))
              .put("high", rounded(Math.max(open, price) + random.nextDouble(0.8)))
              .put("low", rounded(Math.min(open, price) - random.nextDouble(0.8)))
              .put("close", rounded(price))
              .put("volume", 400_000 + random.nextInt(900_000)));
    }
    return bars;
  }

  private static double rounded(double price) {
    return Math.round(price * 100) / 100.0;
  }

  private JsonObject logEntry(String source, int i) {
    String[] texts = {"looked for signals", "no position changed", "bought 2 DEMO", "sold 2 DEMO"};
    return new JsonObject()
        .put(
            "timeStamp",
            today
                .minusDays(1)
                .atTime(9, 30)
                .plusMinutes(3L * i)
                .toInstant(ZoneOffset.UTC)
                .toString())
        .put("messageSource", source)
        .put("messageType", i % 40 == 39 ? "WARNING" : "INFO")
        .put("message", i % 40 == 39 ? "the quote is 12 s old" : texts[i % texts.length]);
  }

  /** Orders of the shop. */
  record DemoOrders(DemoClient node, DemoRecord made) {
    private static final Pattern FIELD =
        Pattern.compile("name=\"(key|total|country|shipping)\" value=\"([^\"]*)\"");

    /** Orders a product as a visitor does. */
    void create(String product, int quantity) {
      String cart = "/cart/" + product + '-' + Sha256.hex("one", 4) + ':' + quantity;
      Matcher hidden = FIELD.matcher(node.get(cart).body());
      var form =
          new HashMap<>(
              Map.of(
                  "name", "Erika Example",
                  "email", "erika@example.org",
                  "address", "1 Example Road",
                  "postcode", "12345",
                  "city", "Springfield",
                  "terms", "on"));
      while (hidden.find()) {
        form.put(hidden.group(1), hidden.group(2));
      }
      Optional<String> page = node.form(cart, form).location();
      page.map(address -> address.substring(address.lastIndexOf('/') + 1))
          .ifPresent(id -> {
            made.document("storefrontOrders", id);
            made.path("/storefront/orders/" + id);
          });
    }
  }

  /** Returns two seconds of a bell that fades, as WAV with 16 bits. */
  static byte[] chime() {
    int samples = 2 * RATE;
    int data = 2 * samples;
    ByteBuffer wav = ByteBuffer.allocate(44 + data).order(ByteOrder.LITTLE_ENDIAN);
    wav.put(ascii("RIFF")).putInt(36 + data).put(ascii("WAVEfmt ")).putInt(16);
    wav.putShort((short) 1).putShort((short) 1).putInt(RATE).putInt(2 * RATE);
    wav.putShort((short) 2).putShort((short) 16).put(ascii("data")).putInt(data);
    for (int i = 0; i < samples; i++) {
      double time = (double) i / RATE;
      double tone = Math.sin(Math.TAU * 660 * time) + Math.sin(Math.TAU * 1_320 * time) / 2;
      wav.putShort((short) (tone * Math.exp(-3 * time) * 16_000));
    }
    return wav.array();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Reviews, whose authors prove their email addresses. The codes are read from the email files
   * that a node without an SMTP server writes.
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
}
