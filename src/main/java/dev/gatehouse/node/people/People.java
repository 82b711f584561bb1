package dev.gatehouse.node.people;

import module java.base;

import dev.gatehouse.areas.storefront.StorefrontModule;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.formats.MailText;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.messages.PeopleMessages.PersonBackup;
import dev.gatehouse.messages.PeopleMessages.PersonDocument;
import dev.gatehouse.messages.PeopleMessages.PersonErased;
import dev.gatehouse.messages.PeopleMessages.PersonFound;
import dev.gatehouse.messages.ProductMessages;
import dev.gatehouse.messages.ProductMessages.ProductChanged;
import dev.gatehouse.messages.ReviewMessages;
import dev.gatehouse.messages.ReviewMessages.ReviewDecided;
import dev.gatehouse.node.people.PersonalData.Declared;
import dev.gatehouse.store.AnyDocuments;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.time.Age;
import io.vertx.core.json.JsonObject;

/**
 * Finds and erases everything that is stored about an email address. It reads all documents that
 * can be about a person, because texts name addresses too. Blocks.
 */
final class People {
  private static final int ID_BYTES = 16;
  private static final String ID = "_id";

  /**
   * Collections whose documents can be about a person because they name an order or a submitted
   * product: payments of another mailbox, and emails to the owner.
   */
  private static final Set<String> RELATED = Set.of("outbox", "paymentOrders");

  private final Documents documents;
  private final AnyDocuments any;
  private final DocumentCollection<Erasure> erasures;
  private final MailFiles files;
  private final Dispatcher dispatcher;
  private final Runnable compact;
  private final Supplier<List<PersonBackup>> backups;
  private final Supplier<Set<String>> extensions;
  private final InstantSource clock;

  /**
   * @param id digest of the address
   */
  private record Erasure(String id, Instant at, long deleted, long anonymized) {}

  /**
   * @param compact removes deleted documents from the store's file
   * @param backups known backups
   * @param extensions collections of extensions whose documents can be deleted
   */
  People(
      Documents documents,
      MailFiles files,
      Dispatcher dispatcher,
      Runnable compact,
      Supplier<List<PersonBackup>> backups,
      Supplier<Set<String>> extensions,
      InstantSource clock) {
    this.documents = documents;
    this.any = documents.any();
    this.erasures = documents.collection("erasures", Erasure.class);
    this.files = files;
    this.dispatcher = dispatcher;
    this.compact = compact;
    this.backups = backups;
    this.extensions = extensions;
    this.clock = clock;
  }

  /**
   * Checks that all collections and kinds of files are declared.
   *
   * @param withFiles collections whose documents name files
   */
  void checkDeclarations(Set<String> withFiles) {
    PersonalData.mustDeclare(documents.names(), withFiles);
  }

  /**
   * A stored document.
   *
   * @param fields that anonymize it; empty to delete it
   * @param kept why it is kept; empty if it is not
   */
  private record Found(
      String collection, JsonObject stored, Optional<JsonObject> fields, Optional<String> kept) {
    String id() {
      return stored.getString(ID);
    }

    PersonDocument shown() {
      String change = fields.isPresent() ? "anonymize" : "delete";
      String action = kept.isPresent() ? "keep" : change;
      return new PersonDocument(
          collection, id(), action, kept.orElse(null), new JsonObject(stored.encode()).getMap());
    }
  }

  PersonFound find(String email) throws IOException {
    Pattern address = pattern(email);
    List<Found> found = found(email, address);
    return new PersonFound(
        true,
        email,
        found.stream().map(Found::shown).toList(),
        files.containing(withSubmitted(address, found)).stream()
            .map(file -> file.getFileName().toString())
            .toList(),
        backups.get(),
        erasures.find(digest(email)).map(Erasure::at).orElse(null));
  }

  /** Deletes and anonymizes what may be erased. Can be repeated. */
  PersonErased erase(String email) throws IOException {
    Pattern address = pattern(email);
    long deleted = 0;
    long anonymized = 0;
    List<Found> all = found(email, address);
    for (Found found : all) {
      if (found.kept().isEmpty()) {
        if (found.fields().isPresent()) {
          anonymized += any.set(found.collection(), found.stored(), found.fields().get()) ? 1 : 0;
        } else {
          deleted += any.delete(found.collection(), found.id()) ? 1 : 0;
        }
        publish(found);
      }
    }
    long written = files.delete(withSubmitted(address, all));
    erasures.save(new Erasure(digest(email), clock.instant(), deleted, anonymized), digest(email));
    compact.run();
    return new PersonErased(
        true,
        email,
        deleted,
        anonymized,
        written,
        found(email, address).stream().map(Found::shown).toList(),
        backups.get());
  }

  /** Returns the pattern of an address, or of a product that the person submitted. */
  private static Pattern withSubmitted(Pattern address, List<Found> found) {
    String submitted =
        found.stream()
            .filter(each -> PersonalData.isSubmitted(each.stored()))
            .map(each -> '|' + Pattern.quote(each.id()))
            .collect(Collectors.joining());
    return Pattern.compile(address.pattern() + submitted);
  }

  /** Invalidates what nodes have cached of a document. */
  private void publish(Found found) {
    if (found.collection().equals("reviews")) {
      dispatcher.publish(ReviewMessages.DECIDED, new ReviewDecided(found.id()));
    } else if (found.collection().equals("products")) {
      dispatcher.publish(ProductMessages.CHANGED, new ProductChanged(found.id()));
    }
  }

  /** Removes the buyers and payers of orders that have reached an age. Can be repeated. */
  void anonymizeOld(Age age) {
    for (Declared declared : PersonalData.anonymizedByAge()) {
      any.old(declared.collection(), age)
          .filter(document ->
              PersonalData.keeps(declared.collection(), document, clock.instant()).isEmpty())
          .forEach(document ->
              declared
                  .change()
                  .apply(document)
                  .filter(blank ->
                      blank.stream()
                          .anyMatch(field ->
                              !Objects.equals(document.getValue(field.getKey()), field.getValue())))
                  .ifPresent(blank -> any.set(declared.collection(), document, blank)));
    }
  }

  private static String digest(String email) {
    return Sha256.hex("erased " + email.toLowerCase(Locale.ROOT), ID_BYTES);
  }

  private List<Found> found(String email, Pattern address) {
    List<Found> found = new ArrayList<>();
    Set<String> related = new HashSet<>();
    List<Declared> all = new ArrayList<>(PersonalData.searched());
    all.sort(Comparator.comparing(declared -> RELATED.contains(declared.collection())));
    for (Declared declared : all) {
      any.all(declared.collection())
          .filter(document -> isAbout(declared, document, address, related))
          .forEach(document -> {
            if (declared.collection().equals("storefrontOrders")
                || PersonalData.isSubmitted(document)) {
              related.add(document.getString(ID));
            }
            found.add(
                new Found(
                    declared.collection(),
                    document,
                    declared.change().apply(document),
                    PersonalData.keeps(declared.collection(), document, clock.instant())));
          });
    }
    any.find("savedCarts", StorefrontModule.savedCartId(email))
        .ifPresent(
            cart -> found.add(new Found("savedCarts", cart, Optional.empty(), Optional.empty())));
    found.addAll(ofExtensions(address));
    return waitingMailsKept(found);
  }

  private static boolean isAbout(
      Declared declared, JsonObject document, Pattern address, Set<String> related) {
    if (declared.collection().equals("paymentOrders") && document.getValue("payer") == null) {
      return false;
    }
    String text = document.encode();
    boolean isRelated =
        RELATED.contains(declared.collection()) && related.stream().anyMatch(text::contains);
    return isRelated || address.matcher(text).find();
  }

  private List<Found> ofExtensions(Pattern address) {
    Set<String> erasable = extensions.get();
    List<Found> found = new ArrayList<>();
    for (String collection : any.collections()) {
      if (collection.startsWith(PersonalData.EXTENSION)) {
        Optional<String> kept =
            erasable.contains(collection)
                ? Optional.empty()
                : Optional.of("its extension does not declare that it can be deleted");
        any.all(collection)
            .filter(document -> address.matcher(document.encode()).find())
            .forEach(
                document -> found.add(new Found(collection, document, Optional.empty(), kept)));
      }
    }
    return found;
  }

  /** The buyer of an order in progress still gets emails. */
  private static List<Found> waitingMailsKept(List<Found> found) {
    if (found.stream()
        .noneMatch(
            each -> each.kept().isPresent() && each.collection().equals("storefrontOrders"))) {
      return found;
    }
    return found.stream()
        .map(each ->
            each.collection().equals("outbox") && "WAITING".equals(each.stored().getString("state"))
                ? new Found(
                    each.collection(),
                    each.stored(),
                    each.fields(),
                    Optional.of("the email waits, and an order is in progress"))
                : each)
        .toList();
  }

  /** Returns the pattern of an address with either spelling of its domain, in any case. */
  private static Pattern pattern(String email) {
    String ascii = MailText.asciiAddress(email).orElse(email);
    int at = ascii.lastIndexOf('@');
    String spoken = ascii.substring(0, at + 1) + IDN.toUnicode(ascii.substring(at + 1));
    return Pattern.compile(
        "(?iu)(?<![\\p{L}\\p{N}._%+-])(?:"
            + Pattern.quote(ascii)
            + '|'
            + Pattern.quote(spoken)
            + ")(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])");
  }

  /**
   * Emails that a node without a mail server has written as files.
   *
   * @param folder may be absent
   */
  record MailFiles(Path folder) {
    private static final String SOFT_BREAK = "=\\r?\\n";
    private static final Pattern BASE64 = Pattern.compile("(?m)(?:^[A-Za-z0-9+/=]{4,76}\\r?\\n)+");

    List<Path> containing(Pattern address) throws IOException {
      List<Path> found = new ArrayList<>();
      if (Files.isDirectory(folder)) {
        try (Stream<Path> all = Files.list(folder)) {
          for (Path file : (Iterable<Path>) all.sorted()::iterator) {
            if (Files.isRegularFile(file) && address.matcher(text(file)).find()) {
              found.add(file);
            }
          }
        }
      }
      return found;
    }

    /** Returns the number of deleted files. */
    long delete(Pattern address) throws IOException {
      List<Path> found = containing(address);
      for (Path file : found) {
        Files.deleteIfExists(file);
      }
      return found.size();
    }

    /** Returns the file's text, with its quoted-printable and base64 parts decoded. */
    private static String text(Path file) throws IOException {
      String raw = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      StringBuilder text = new StringBuilder(raw.replaceAll(SOFT_BREAK, "").replace("=40", "@"));
      BASE64
          .matcher(raw)
          .results()
          .map(MatchResult::group)
          .forEach(block -> {
            try {
              byte[] bytes = Base64.getMimeDecoder().decode(block);
              text.append('\n').append(new String(bytes, StandardCharsets.UTF_8));
            } catch (IllegalArgumentException noBase64) {
              // It only looked like base64.
            }
          });
      // Calendar files break lines within addresses.
      return text.append(text.toString().replaceAll("\\r?\\n[ \\t]", "")).toString();
    }
  }
}
