package dev.gatehouse.node.demo;

import module java.base;

import io.vertx.core.json.JsonObject;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Client of a node's API with a key. */
public final class DemoClient implements AutoCloseable {
  private static final Charset UTF = StandardCharsets.UTF_8;
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final String BOUNDARY = "gatehouse-demo-boundary";

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String base;
  private final String header;
  private final String key;

  /** Reply of the node. */
  record Reply(int status, String body, Optional<String> location) {
    JsonObject json() {
      return new JsonObject(body);
    }

    /** Returns whether what was requested does not exist. */
    boolean isMissing() {
      return status == 404 || status == 410;
    }
  }

  /**
   * @param base address of the API, without a trailing slash
   * @param header name of the header that carries the key
   */
  public DemoClient(String base, String header, String key) {
    this.base = base;
    this.header = header;
    this.key = key;
  }

  /**
   * Creates something from JSON. Empty if it conflicts with what the owner has.
   *
   * @throws IllegalStateException if the node rejects it
   */
  Optional<Reply> create(String method, String path, String json) {
    return accepted(send(method, path, json), path);
  }

  /** Creates something from a file. */
  Optional<Reply> create(String method, String path, String type, byte[] body) {
    return accepted(send(method, path, type, body), path);
  }

  /** Sends JSON, and returns any reply. */
  Reply send(String method, String path, String json) {
    return send(method, path, "application/json", json.getBytes(UTF));
  }

  /** Sends a form, as a browser does. */
  Reply form(String path, Map<String, String> fields) {
    var body = new StringBuilder();
    fields.forEach((name, value) ->
        body.append("--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"")
            .append(name)
            .append("\"\r\n\r\n")
            .append(value)
            .append("\r\n"));
    body.append("--" + BOUNDARY + "--\r\n");
    return send("POST", path, multipart(), body.toString().getBytes(UTF));
  }

  /** Returns the type and, around a file's bytes, the parts of a form with one file. */
  static String multipart() {
    return "multipart/form-data; boundary=" + BOUNDARY;
  }

  static byte[] filePart(String name, String type, byte[] file) {
    String head =
        "--%s\r\nContent-Disposition: form-data; name=\"file\"; filename=\"%s\"\r\nContent-Type: %s\r\n\r\n"
            .formatted(BOUNDARY, name, type);
    var all = new ByteArrayOutputStream();
    all.writeBytes(head.getBytes(UTF));
    all.writeBytes(file);
    all.writeBytes(("\r\n--" + BOUNDARY + "--\r\n").getBytes(UTF));
    return all.toByteArray();
  }

  Reply get(String path) {
    return send("GET", path, "", new byte[0]);
  }

  /** Deletes something. Something that no longer exists counts as deleted. */
  boolean delete(String path) {
    Reply reply = send("DELETE", path, "", new byte[0]);
    return reply.status() < 400 || reply.isMissing();
  }

  /** Returns the address of a node on this machine. */
  public static String address(String scheme, String host, int port) {
    boolean any = host.equals("0.0.0.0") || host.equals("::");
    return scheme + (any ? "127.0.0.1" : host) + ':' + port;
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, UTF).replace("+", "%20");
  }

  private static Optional<Reply> accepted(Reply reply, String path) {
    if (reply.status() == 409) {
      return Optional.empty();
    }
    if (reply.status() >= 400) {
      throw new IllegalStateException(
          path + " was rejected with " + reply.status() + ": " + reply.body());
    }
    return Optional.of(reply);
  }

  private Reply send(String method, String path, String type, byte[] body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(TIMEOUT)
            .header(header, key)
            .method(
                method,
                body.length == 0
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(body));
    if (!type.isEmpty()) {
      request.header("Content-Type", type);
    }
    try {
      HttpResponse<String> response =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      return new Reply(
          response.statusCode(), response.body(), response.headers().firstValue("Location"));
    } catch (IOException e) {
      throw new IllegalStateException(base + " cannot be reached: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
