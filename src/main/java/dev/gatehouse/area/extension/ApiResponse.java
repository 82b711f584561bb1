package dev.gatehouse.area.extension;

import java.util.Map;
import java.util.TreeMap;

/**
 * A response. Its status must be declared in the contract.
 *
 * @param status 200 to 399; 200 for a file, because the node itself answers ranges and conditional
 *     requests
 * @param headers besides those that the node sets itself
 * @param body a record for JSON, a text for HTML, a {@link FileStore.StoredFile}, or null
 */
public record ApiResponse(int status, Map<String, String> headers, Object body) {
  public ApiResponse {
    headers = Map.copyOf(headers);
    if (status < 200 || status > 399) {
      throw new IllegalArgumentException(
          "the status of a response is 200 to 399, not %s; for errors throw ApiRefusal"
              .formatted(status));
    }
    if (status != 200 && body instanceof FileStore.StoredFile) {
      throw new IllegalArgumentException("the status of a file is 200, not " + status);
    }
  }

  /** Returns 200 with JSON. */
  public static ApiResponse ok(Record body) {
    return new ApiResponse(200, Map.of(), body);
  }

  /** Returns 201 with the created record as JSON. */
  public static ApiResponse created(Record body) {
    return new ApiResponse(201, Map.of(), body);
  }

  /** Returns 204 without a body. */
  public static ApiResponse noContent() {
    return new ApiResponse(204, Map.of(), null);
  }

  /** Returns 200 with an HTML page. The caller has escaped all texts in it. */
  public static ApiResponse page(String html) {
    return new ApiResponse(200, Map.of(), html);
  }

  /** Returns 303 to another page after a form. */
  public static ApiResponse seeOther(String url) {
    return new ApiResponse(303, Map.of("Location", url), null);
  }

  /** Returns 200 with a stored file, or with the range that the client requests. */
  public static ApiResponse file(FileStore.StoredFile file) {
    return new ApiResponse(200, Map.of(), file);
  }

  /** Returns this response with a header added or replaced. */
  public ApiResponse with(String name, String value) {
    Map<String, String> all = new TreeMap<>(headers);
    all.put(name, value);
    return new ApiResponse(status, all, body);
  }
}
