package dev.gatehouse.cli;

import module java.base;

import dev.gatehouse.store.DocumentsDigest;
import dev.gatehouse.store.RawDocuments;
import dev.gatehouse.store.StoreId;

/** Copies all documents from one store to another, and compares both afterwards. */
record StoreCopy(RawDocuments from, RawDocuments to, Progress progress) {
  /** One collection that is equal in both stores. */
  record Copied(String collection, long documents, String digest) {}

  /**
   * Copies everything.
   *
   * @throws IllegalStateException if the target is not empty, if a document has a text that another
   *     database may reject, or if the target differs from the source afterwards
   */
  List<Copied> run() {
    if (!to.collections().isEmpty()) {
      throw new IllegalStateException(
          "the target is not empty: nothing was copied. It holds "
              + String.join(", ", to.collections()));
    }
    from.collections().forEach(this::checkTexts);
    List<Copied> copied = new ArrayList<>();
    for (String collection : identityLast(from.collections())) {
      copied.add(copy(collection));
    }
    progress.end();
    copied.forEach(this::compare);
    return copied;
  }

  /**
   * Copies the identity last. No node starts on documents without an identity, so none can use an
   * incomplete copy.
   */
  private static List<String> identityLast(List<String> collections) {
    List<String> ordered = new ArrayList<>(collections);
    if (ordered.remove(StoreId.COLLECTION)) {
      ordered.add(StoreId.COLLECTION);
    }
    return ordered;
  }

  private void checkTexts(String collection) {
    from.each(
        collection,
        documents ->
            documents.stream()
                .map(DocumentTexts::fault)
                .flatMap(Optional::stream)
                .findFirst()
                .ifPresent(fault -> {
                  throw new IllegalStateException(
                      ("nothing was copied: %s, %s has a text with U+0000 or half a character."
                              + " Correct or delete it and start again")
                          .formatted(collection, fault));
                }));
  }

  private Copied copy(String collection) {
    var digest = new DocumentsDigest();
    from.each(
        collection,
        documents -> {
          to.insert(collection, documents);
          documents.forEach(digest::add);
          progress.expect(documents.size());
          progress.advance(documents.size(), collection);
        });
    return new Copied(collection, digest.count(), digest.text());
  }

  private void compare(Copied copied) {
    var digest = new DocumentsDigest();
    to.each(copied.collection(), documents -> documents.forEach(digest::add));
    if (digest.count() != copied.documents() || !digest.text().equals(copied.digest())) {
      throw new IllegalStateException(
          ("the copy of %s differs: %s documents of %s. Stop all writers, empty the target"
                  + " and start again")
              .formatted(copied.collection(), digest.count(), copied.documents()));
    }
  }
}
