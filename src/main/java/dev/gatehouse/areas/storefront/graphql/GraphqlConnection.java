package dev.gatehouse.areas.storefront.graphql;

import module java.base;

import graphql.GraphqlErrorException;
import graphql.schema.DataFetchingEnvironment;

/** Page of a list in the format of the Storefront API. */
public record GraphqlConnection<T>(List<Edge<T>> edges, PageInfo pageInfo) {
  static final int MAX_PAGE = 250;

  public record Edge<T>(String cursor, T node) {}

  /** Information on neighboring pages; the cursors are null if the page is empty. */
  public record PageInfo(
      boolean hasNextPage, boolean hasPreviousPage, String startCursor, String endCursor) {}

  public List<T> nodes() {
    return edges.stream().map(Edge::node).toList();
  }

  /**
   * Returns the page for a field's arguments: first or last, after, before, reverse.
   *
   * @param id returns the id of an item within its list
   */
  static <T> GraphqlConnection<T> of(
      DataFetchingEnvironment field, List<T> all, Function<T, String> id) {
    boolean reverse = Boolean.TRUE.equals(field.getArgument("reverse"));
    List<T> items = reverse ? all.reversed() : all;
    int from = place(field, "after", items, id) + 1;
    int before = place(field, "before", items, id);
    int until = items.size();
    if (before >= 0) {
      until = Math.max(from, before);
    }
    if (isForwards(field)) {
      until = Math.min(until, from + size(field, "first"));
    } else {
      from = Math.max(from, until - size(field, "last"));
    }
    return of(items.subList(from, Math.max(from, until)), id).with(until < items.size(), from > 0);
  }

  /** Returns the page of some items without neighbors. */
  static <T> GraphqlConnection<T> of(List<T> items, Function<T, String> id) {
    List<Edge<T>> edges =
        items.stream().map(item -> new Edge<>(cursor(id.apply(item)), item)).toList();
    String first = null;
    String last = null;
    if (!edges.isEmpty()) {
      first = edges.getFirst().cursor();
      last = edges.getLast().cursor();
    }
    return new GraphqlConnection<>(edges, new PageInfo(false, false, first, last));
  }

  /** Returns this page with information on its neighbors. */
  GraphqlConnection<T> with(boolean hasNext, boolean hasPrevious) {
    return new GraphqlConnection<>(
        edges, new PageInfo(hasNext, hasPrevious, pageInfo.startCursor(), pageInfo.endCursor()));
  }

  /**
   * Returns this page with a cursor at which its search continues.
   *
   * @param id of the last searched item; null if the page itself names it
   */
  GraphqlConnection<T> searchedTo(String id, boolean forwards) {
    if (id == null) {
      return this;
    }
    String start = pageInfo.startCursor();
    String end = pageInfo.endCursor();
    if (forwards) {
      end = cursor(id);
    } else {
      start = cursor(id);
    }
    return new GraphqlConnection<>(
        edges, new PageInfo(pageInfo.hasNextPage(), pageInfo.hasPreviousPage(), start, end));
  }

  /** Returns whether a field asks for the first items. */
  static boolean isForwards(DataFetchingEnvironment field) {
    boolean first = size(field, "first") != null;
    if (first == (size(field, "last") != null)) {
      throw error("you must provide one of first or last");
    }
    return first;
  }

  /** Returns the id of the item that a cursor names; empty without a cursor. */
  static Optional<String> idOf(DataFetchingEnvironment field, String argument) {
    String cursor = field.getArgument(argument);
    try {
      return Optional.ofNullable(cursor)
          .map(text -> new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException invalid) {
      throw noCursor(argument);
    }
  }

  static GraphqlErrorException noCursor(String argument) {
    return error(argument + " is not a cursor of this list");
  }

  static Integer size(DataFetchingEnvironment field, String argument) {
    Integer size = field.getArgument(argument);
    if (size != null && (size < 0 || size > MAX_PAGE)) {
      throw error(argument + " must be 0 to " + MAX_PAGE);
    }
    return size;
  }

  /** Returns the index of the item that a cursor names; -1 without a cursor. */
  private static <T> int place(
      DataFetchingEnvironment field, String argument, List<T> items, Function<T, String> id) {
    String cursor = field.getArgument(argument);
    if (cursor == null) {
      return -1;
    }
    return IntStream.range(0, items.size())
        .filter(i -> cursor(id.apply(items.get(i))).equals(cursor))
        .findFirst()
        .orElseThrow(() -> noCursor(argument));
  }

  private static String cursor(String id) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(id.getBytes(StandardCharsets.UTF_8));
  }

  static GraphqlErrorException error(String message) {
    return GraphqlErrorException.newErrorException().message(message).build();
  }
}
