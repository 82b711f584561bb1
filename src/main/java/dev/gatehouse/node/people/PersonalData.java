package dev.gatehouse.node.people;

import module java.base;

import io.vertx.core.json.JsonObject;

/**
 * The collections of the store, and where personal data of visitors is in them. A node does not
 * start with a collection that is not declared here. Extensions declare their collections
 * themselves.
 */
final class PersonalData {
  /** Start of the names of extensions' collections. */
  static final String EXTENSION = "extension_";

  private static final String ERASED = "erased";

  /** States of an order that still needs its buyer's address. */
  private static final Set<String> IN_PROGRESS =
      Set.of("OPEN", "PAYING", "PENDING", "UNRESOLVED", "UNCLEAR", "PLACED", "PAID");

  /** Age at which an order that was not marked as shipped counts as completed. */
  private static final Duration COMPLETED = Duration.ofDays(30);

  private static final List<Declared> ALL =
      Stream.of(
              delete("calendarEvents", "name, email address and note of a guest"),
              delete(
                  "deletedRecords",
                  "copies of deleted hire forms, reviews and meetings, for 30 days"),
              delete("hireForms", "name, email address, company and text of a client"),
              delete("idempotencyKeys", "replies to requests of the last 24 hours"),
              delete("newsletter", "email address of a subscriber"),
              delete("newsletterPending", "email address that was not confirmed"),
              delete("reviews", "name, email address and text of an author"),
              delete("savedCarts", "cart under a digest of an email address"),
              delete("storefrontCarts", "email address, phone number and note of a buyer"),
              new Declared(
                  "notifications",
                  "texts of your programs",
                  document -> Optional.of(PersonalData.blankNotification())),
              new Declared(
                  "outbox",
                  "emails and their recipients",
                  document -> Optional.of(PersonalData.blankMessage())),
              new Declared(
                  "paymentOrders",
                  "email address of a payer; amounts and times remain",
                  document -> Optional.of(new JsonObject().putNull("payer"))),
              new Declared(
                  "storefrontOrders",
                  "name, email and postal address of a buyer; goods, amounts, country and times"
                      + " remain for taxes",
                  document -> Optional.of(PersonalData.blankOrder(document))),
              delete("products", "texts of visitors who submitted a product"),
              delete("hyperlinks", "texts of the owner"),
              delete("printshopExpenditures", "texts of the owner"),
              delete("shortUrls", "addresses that the owner wrote"),
              delete("storefrontNotices", "texts of the owner"),
              none("IP addresses of clients", "attempts", "bans", "storefrontHolds"),
              none("digests of addresses that have unsubscribed", "newsletterLeft"),
              none(
                  "digests of addresses, for hours",
                  "newsMails",
                  "ownerMails",
                  "reviewCodes",
                  "reviewMails"),
              none("names of players", "blockgameAudit"),
              none("browsers that get push messages", "pushSubscriptions"),
              none("names that marketplaces publish", "marketplaceReviews"),
              none("digest of an erased address, and the time", "erasures"),
              none("sessions and devices of the owner", "passkeys", "sessions", "usedChallenges"))
          .collect(Collectors.toUnmodifiableList());

  /** Texts of the owner, which can name persons. Visitors submit products, too. */
  private static final Set<String> OWN =
      Set.of("hyperlinks", "products", "printshopExpenditures", "shortUrls", "storefrontNotices");

  /** Collections whose documents name files, and what is in these. */
  private static final Map<String, String> FILES =
      Map.of(
          "audio", "songs of the owner",
          "blockgameSaves", "worlds, with names of players",
          "deletedRecords", "deleted songs of the owner",
          "dna", "encrypted sequences under random ids, without names",
          "extensionFiles", "files of extensions, which delete them themselves",
          "productPictures", "pictures of products",
          "resume", "the owner",
          "symbols", "market data");

  /** Collections without data of visitors. */
  private static final Set<String> WITHOUT =
      Set.of(
          """
          agreedBy agreedSettings apiKeyUses apiKeys audio backups blockedTimes blockgameSaves
          busyCalendars calendarDays calendarFeeds calendarPlaces changeNumbers changedPages
          clickDays clock dailyCodes deployments dna dnaKeys eventBatches extensionFiles formats
          gateChanges gateReaders healthDays identity jobs leases listings nodes
          notificationPreferences positions printshopGoals printshopOrders
          printshopSync productPictures replacedBlobs reportStarts resume revocations
          scrubs secrets serviceAddresses stockReservations storeChecks storefrontInvoices
          symbols tickets tradingLogs traffic watchlists webhookEvents
          """
              .split("\\s+"));

  private static final Map<String, Declared> BY_NAME =
      ALL.stream()
          .flatMap(declared ->
              Stream.of(declared.collection().split(",")).map(name -> Map.entry(name, declared)))
          .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

  private PersonalData() {}

  /**
   * Declaration of a collection.
   *
   * @param contains description for people
   * @param change returns the fields that anonymize a document, or empty to delete it; null if no
   *     document is about one person
   */
  record Declared(
      String collection, String contains, Function<JsonObject, Optional<JsonObject>> change) {
    boolean isSearched() {
      return change != null;
    }
  }

  private static Declared delete(String collection, String contains) {
    return new Declared(collection, contains, document -> Optional.empty());
  }

  private static Declared none(String contains, String... collections) {
    return new Declared(String.join(",", collections), contains, null);
  }

  /** Returns the collections whose documents can be about a person. */
  static List<Declared> searched() {
    return ALL.stream().filter(Declared::isSearched).toList();
  }

  /**
   * Returns the collections whose documents remain without a person after {@code retention.orders}.
   */
  static List<Declared> anonymizedByAge() {
    return Stream.of("storefrontOrders", "paymentOrders").map(BY_NAME::get).toList();
  }

  /**
   * Checks that all collections and kinds of files are declared.
   *
   * @param withFiles collections whose documents name files
   * @throws IllegalStateException that names the others
   */
  static void mustDeclare(Set<String> collections, Set<String> withFiles) {
    Set<String> undeclared = new TreeSet<>(collections);
    undeclared.removeIf(
        name -> name.startsWith(EXTENSION) || WITHOUT.contains(name) || BY_NAME.containsKey(name));
    withFiles.stream()
        .filter(name -> !FILES.containsKey(name))
        .map(name -> "files of " + name)
        .forEach(undeclared::add);
    if (!undeclared.isEmpty()) {
      throw new IllegalStateException("node/people/PersonalData does not declare " + undeclared);
    }
  }

  /** Returns whether a document is an unpublished product that a visitor submitted. */
  static boolean isSubmitted(JsonObject document) {
    return "submitted".equals(document.getValue("status"));
  }

  /** Returns why a document must be kept; empty if it need not. */
  static Optional<String> keeps(String collection, JsonObject document, Instant now) {
    if (OWN.contains(collection)) {
      return isSubmitted(document)
          ? Optional.empty()
          : Optional.of("it is your text: change or delete it");
    }
    if (!collection.equals("storefrontOrders")
        || !IN_PROGRESS.contains(document.getString("state"))) {
      return Optional.empty();
    }
    Instant changed = Instant.parse(document.getJsonObject("updatedAt").getString("$date"));
    boolean old = changed.plus(COMPLETED).isBefore(now);
    return old
        ? Optional.empty()
        : Optional.of("the order is in progress: complete or cancel it first");
  }

  private static JsonObject blankNotification() {
    return new JsonObject().put("title", ERASED).put("body", ERASED);
  }

  /** Its id remains reserved, so that the message is not sent again. */
  private static JsonObject blankMessage() {
    return new JsonObject()
        .put("to", "")
        .put("title", ERASED)
        .put("body", "{}")
        .putNull("error")
        .put("state", "WITHDRAWN");
  }

  private static JsonObject blankOrder(JsonObject order) {
    JsonObject buyer = order.getJsonObject("buyer");
    JsonObject postal = buyer.getJsonObject("postal");
    JsonObject blank =
        new JsonObject()
            .put("name", ERASED)
            .put("email", ERASED)
            .put("address", "")
            .putNull("mailbox")
            .putNull("note");
    if (postal == null) {
      blank.putNull("postal");
    } else {
      blank.put(
          "postal",
          new JsonObject()
              .put("street", "")
              .put("postcode", "")
              .put("city", "")
              .put("region", "")
              .put("country", postal.getString("country")));
    }
    JsonObject fields = new JsonObject().put("buyer", blank);
    JsonObject shipment = order.getJsonObject("shipment");
    if (shipment != null) {
      fields.put("shipment", shipment.copy().put("tracking", ""));
    }
    return fields;
  }
}
