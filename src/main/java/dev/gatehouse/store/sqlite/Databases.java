package dev.gatehouse.store.sqlite;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** All databases as one session sees them. Used by one command at a time. */
final class Databases {
  private final Catalog catalog;
  private final Map<String, DocumentDatabase> open = new HashMap<>();

  /** Command, or a slice of a command. */
  interface Work<T> {
    T run(Databases databases);
  }

  Databases(Session session, LongAdder reads) {
    this.catalog = new Catalog(session, reads);
  }

  Catalog catalog() {
    return catalog;
  }

  Session session() {
    return catalog.session();
  }

  DocumentDatabase of(String name) {
    return open.computeIfAbsent(name, key -> new DocumentDatabase(key, this));
  }

  List<String> names() {
    return catalog.namespaces().stream()
        .map(namespace -> namespace.substring(0, namespace.indexOf('.')))
        .distinct()
        .toList();
  }
}
