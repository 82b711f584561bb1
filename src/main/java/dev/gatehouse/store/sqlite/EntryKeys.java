package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.CannotIndexParallelArraysError;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * Keys of one document in one index: a single key, or one for each element of an array within a
 * path ("multikey").
 */
final class EntryKeys {
  private final List<IndexField> fields;
  private final TreeSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
  private int arrayFields;
  private boolean present;

  /** Array element that temporarily replaces its array while keys are built for each element. */
  private record Element(Object value) {}

  private EntryKeys(List<IndexField> fields) {
    this.fields = fields;
  }

  static EntryKeys of(List<IndexField> fields, Document document) {
    EntryKeys result = new EntryKeys(fields);
    result.collect(document, null);
    return result;
  }

  Collection<byte[]> keys() {
    return keys;
  }

  /** Returns a bit mask of the fields whose path contains an array. */
  int arrayFields() {
    return arrayFields;
  }

  /** Returns whether any of the fields is present, which a sparse index requires. */
  boolean present() {
    return present;
  }

  private void collect(Document document, List<String> unfolded) {
    KeyWriter key = new KeyWriter();
    for (int i = 0; i < fields.size(); i++) {
      List<String> parts = fields.get(i).parts();
      Object value = document;
      for (int depth = 0; depth < parts.size(); depth++) {
        value = child(value, parts.get(depth));
        if (value instanceof Element) {
          arrayFields |= 1 << i;
        }
        boolean last = depth == parts.size() - 1;
        Object array = last ? value : unwrapped(value);
        if (array instanceof Collection<?> elements) {
          arrayFields |= 1 << i;
          present = true;
          unfold(document, parts.subList(0, depth + 1), elements, unfolded);
          return;
        }
      }
      Object found = unwrapped(value);
      present |= !(found instanceof Missing);
      key.value(found, fields.get(i).ascending());
    }
    keys.add(key.end().toBytes());
  }

  private static Object unwrapped(Object value) {
    return value instanceof Element(Object inner) ? inner : value;
  }

  private static Object child(Object parent, String name) {
    Object inner = unwrapped(parent);
    return inner instanceof Document document ? document.getOrMissing(name) : Missing.getInstance();
  }

  private void unfold(
      Document document, List<String> path, Collection<?> elements, List<String> unfolded) {
    if (unfolded != null && !startsWith(path, unfolded)) {
      throw new CannotIndexParallelArraysError(List.of(path.getLast(), unfolded.getLast()));
    }
    if (elements.isEmpty()) {
      collect(replace(document, path, KeyWriter.EMPTY_ARRAY), path);
    }
    for (Object element : elements) {
      collect(replace(document, path, element), path);
    }
  }

  private static boolean startsWith(List<String> path, List<String> start) {
    return path.size() >= start.size() && path.subList(0, start.size()).equals(start);
  }

  private static Document replace(Document document, List<String> path, Object element) {
    Document copy = document.clone();
    String name = path.getFirst();
    if (path.size() == 1) {
      copy.put(name, new Element(element));
      return copy;
    }
    Object child = document.get(name);
    boolean wrapped = child instanceof Element;
    Document inner = (Document) unwrapped(child);
    Document changed = replace(inner, path.subList(1, path.size()), element);
    copy.put(name, wrapped ? new Element(changed) : changed);
    return copy;
  }
}
