package dev.gatehouse.areas.storefront.graphql;

import graphql.GraphqlErrorException;
import graphql.schema.DataFetchingEnvironment;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Page of a list in the format of the Storefront API. */
public record GraphqlConnection<T>(List<Edge<T>> edges, PageInfo pageInfo) {
  /** Maximum number of items in a page. */
  static final int MAX_PAGE = 250;

  /** Item with its cursor. */
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
    int until = before < 0 ? items.size() : Math.max(from, before);
    Integer first = size(field, "first");
    Integer last = size(field, "last");
    if ((first == null) == (last == null)) {
      throw error("you must provide one of first or last");
    }
    int start = last == null ? from : Math.max(from, until - last);
    int end = first == null ? until : Math.min(until, from + first);
    List<Edge<T>> edges =
        IntStream.range(start, Math.max(start, end))
            .mapToObj(items::get)
            .map(item -> new Edge<>(cursor(id.apply(item)), item))
            .toList();
    return new GraphqlConnection<>(
        edges,
        new PageInfo(
            end < items.size(),
            start > 0,
            edges.isEmpty() ? null : edges.getFirst().cursor(),
            edges.isEmpty() ? null : edges.getLast().cursor()));
  }

  private static Integer size(DataFetchingEnvironment field, String argument) {
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
        .orElseThrow(() -> error(argument + " is not a cursor of this list"));
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
