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
import dev.gatehouse.messages.ReviewMessages;
import dev.gatehouse.messages.ReviewMessages.ReviewDecided;
import dev.gatehouse.node.people.PersonalData.Declared;
import dev.gatehouse.store.AnyDocuments;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import io.vertx.core.json.JsonObject;

/**
 * Finds and erases everything that is stored about an email address. It reads all documents that
 * can be about a person, because texts name addresses too. Blocks.
 */
final class People {
  private static final int ID_BYTES = 16;
  private static final String ID = "_id";

  private final Documents documents;
  private final AnyDocuments any;
  private final DocumentCollection<Erasure> erasures;
  private final MailFiles files;
  private final Dispatcher dispatcher;
  private final Means means;
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
  record Means(
      Runnable compact, Supplier<List<PersonBackup>> backups, Supplier<Set<String>> extensions) {}

  People(
      Documents documents,
      MailFiles files,
      Dispatcher dispatcher,
      Means means,
      InstantSource clock) {
    this.documents = documents;
    this.any = documents.any();
    this.erasures = documents.collection("erasures", Erasure.class);
    this.files = files;
    this.dispatcher = dispatcher;
    this.means = means;
    this.clock = clock;
  }

  /** Checks that all collections are declared. */
  void checkDeclarations() {
    PersonalData.mustDeclare(documents.names());
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
    return new PersonFound(
        true,
        email,
        found(email, address).stream().map(Found::shown).toList(),
        files.containing(address).stream().map(file -> file.getFileName().toString()).toList(),
        means.backups().get(),
        erasures.find(digest(email)).map(Erasure::at).orElse(null));
  }

  /** Deletes and anonymizes what may be erased. Can be repeated. */
  PersonErased erase(String email) throws IOException {
    Pattern address = pattern(email);
    long deleted = 0;
    long anonymized = 0;
    for (Found found : found(email, address)) {
      if (found.kept().isEmpty()) {
        if (found.fields().isPresent()) {
          anonymized += any.set(found.collection(), found.stored(), found.fields().get()) ? 1 : 0;
        } else {
          deleted += any.delete(found.collection(), found.id()) ? 1 : 0;
        }
        if (found.collection().equals("reviews")) {
          dispatcher.publish(ReviewMessages.DECIDED, new ReviewDecided(found.id()));
        }
      }
    }
    long written = files.delete(address);
    erasures.save(new Erasure(digest(email), clock.instant(), deleted, anonymized), digest(email));
    means.compact().run();
    return new PersonErased(
        true,
        email,
        deleted,
        anonymized,
        written,
        found(email, address).stream().map(Found::shown).toList(),
        means.backups().get());
  }

  private static String digest(String email) {
    return Sha256.hex("erased " + email.toLowerCase(Locale.ROOT), ID_BYTES);
  }

  private List<Found> found(String email, Pattern address) {
    List<Found> found = new ArrayList<>();
    Set<String> related = new HashSet<>();
    List<Declared> all = new ArrayList<>(PersonalData.searched());
    // After the orders, whose payments may have the address of another mailbox of the buyer.
    all.sort((a, b) ->
        Boolean.compare(
            a.collection().equals("paymentOrders"), b.collection().equals("paymentOrders")));
    for (Declared declared : all) {
      any.all(declared.collection())
          .filter(document -> isAbout(declared, document, address, related))
          .forEach(document -> {
            if (declared.collection().equals("storefrontOrders")) {
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
    return related.contains(String.valueOf(document.getValue("shopOrder")))
        || address.matcher(document.encode()).find();
  }

  private List<Found> ofExtensions(Pattern address) {
    Set<String> erasable = means.extensions().get();
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
    if (found.stream().noneMatch(each -> each.kept().isPresent())) {
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
}
