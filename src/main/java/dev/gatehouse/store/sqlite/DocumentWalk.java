package dev.gatehouse.store.sqlite;

import java.util.List;
import java.util.function.Supplier;

/**
 * Walk over all documents of a collection in one statement. Behind a damaged row, it reads some
 * documents one by one, so that only the damaged ones are missed.
 */
final class DocumentWalk {
  private static final int ONE_BY_ONE = 500;

  private final CollectionData data;
  private final long first;
  private long next;

  /** Receives the position of a document, and its bytes or the failure to read them. */
  interface Visitor {
    void visit(long position, Supplier<byte[]> bytes);
  }

  DocumentWalk(CollectionData data) {
    this.data = data;
    this.first = CollectionData.firstRow(data.number());
    this.next = first;
  }

  void each(Visitor visitor) {
    for (boolean more = true; more; ) {
      try {
        data.session().eachDocument(next, last(), (row, bytes) -> visit(row, () -> bytes, visitor));
        more = false;
      } catch (StoreFailure damaged) {
        oneByOne(visitor, damaged);
      }
    }
  }

  private void oneByOne(Visitor visitor, StoreFailure damaged) {
    List<Long> rows = data.session().rows(next, last(), false, ONE_BY_ONE, 0);
    if (rows.isEmpty()) {
      throw damaged;
    }
    for (long row : rows) {
      visit(row, () -> bytes(row), visitor);
    }
  }

  private void visit(long row, Supplier<byte[]> bytes, Visitor visitor) {
    next = row + 1;
    visitor.visit(row - first, bytes);
  }

  private byte[] bytes(long row) {
    byte[] bytes = data.bytes(row - first);
    if (bytes == null) {
      throw new StoreFailure("the document at " + (row - first) + " cannot be found");
    }
    return bytes;
  }

  private long last() {
    return first + CollectionData.LARGEST_POSITION;
  }
}
