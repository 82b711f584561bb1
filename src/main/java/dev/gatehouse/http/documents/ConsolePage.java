package dev.gatehouse.http.documents;

import module java.base;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * A page that an extension adds to the owner's console.
 *
 * @param extension name of the extension
 * @param title in the navigation
 * @param script module that defines the element {@code x-NAME-page}
 */
public record ConsolePage(String extension, String title, Buffer script) {
  /** Returns the page's name in the console's addresses. */
  String name() {
    return "x-" + extension;
  }

  /** Returns the module that lists the pages, and the areas without pages, for the navigation. */
  static Buffer list(List<ConsolePage> pages, Set<String> areasOff) {
    JsonArray list = new JsonArray();
    pages.forEach(page ->
        list.add(
            new JsonObject()
                .put("name", page.name())
                .put("title", page.title)
                .put("roles", new JsonArray().add("operator"))));
    JsonArray off = new JsonArray(List.copyOf(new TreeSet<>(areasOff)));
    return Buffer.buffer(
        "export const EXTENSIONS = "
            + list.encode()
            + ";\n"
            + "export const AREAS_OFF = "
            + off.encode()
            + ";\n");
  }
}
