package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;

/** Sends requests to a node, and checks every reply against the contract. */
public final class Client {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final String BOUNDARY = "gatehouse-boundary";

  static {
    // Both ends would close an idle connection after 30 seconds, and a request sent at that moment
    // is lost. The client closes earlier.
    System.setProperty("jdk.httpclient.keepalive.timeout", "20");
  }

  /** Uses HTTP/1.1. With HTTP/2 the JDK would first try an upgrade, which no browser does. */
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final String base;

  public Client(String base) {
    this.base = base;
  }

  /** A reply with its body as bytes. */
  public record Reply(HttpResponse<byte[]> response) {
    public int status() {
      return response.statusCode();
    }

    public String header(String name) {
      return response.headers().firstValue(name).orElse(null);
    }

    public byte[] bytes() {
      return response.body();
    }

    public String text() {
      return new String(response.body(), StandardCharsets.UTF_8);
    }

    public JsonObject json() {
      return new JsonObject(text());
    }

    /** Returns the objects of an array. */
    public List<JsonObject> list(String field) {
      return json().getJsonArray(field).stream().map(JsonObject.class::cast).toList();
    }

    /** Returns the objects of a reply that is an array. */
    public List<JsonObject> list() {
      return new JsonArray(text()).stream().map(JsonObject.class::cast).toList();
    }

    /** Returns a field of each object of an array. */
    public List<String> texts(String list, String field) {
      return list(list).stream().map(each -> each.getString(field)).toList();
    }

    public String error() {
      return json().getString("error");
    }

    public String code() {
      return json().getString("code");
    }

    /** Returns the first object of an array with this value of a field. */
    public JsonObject found(String list, String field, String value) {
      return list(list).stream()
          .filter(each -> value.equals(each.getString(field)))
          .findFirst()
          .orElseThrow();
    }

    /** Fails with the body unless it contains each of these texts. */
    public Reply has(String... parts) {
      for (String part : parts) {
        assertTrue(text().contains(part), () -> part + " is missing in " + text());
      }
      return this;
    }

    /** Fails with the body if it contains one of these texts. */
    public Reply lacks(String... parts) {
      for (String part : parts) {
        assertFalse(text().contains(part), () -> part + " is in " + text());
      }
      return this;
    }

    /** Fails with the body unless the reply has this status. */
    public Reply expect(int status) {
      assertEquals(status, status(), this::text);
      return this;
    }

    /** Fails with the body unless the reply is this error. */
    public Reply expect(int status, String code) {
      assertEquals(status + " " + code, status() + " " + code(), this::text);
      return this;
    }
  }

  /** Creates a request to be completed with headers and sent with {@link Request#send}. */
  public Request request(String method, String path) {
    return new Request(method, path);
  }

  /** Creates a request with the key of the owner of a {@link TestNode}. */
  public Request owner(String method, String path) {
    return request(method, path).key(TestNode.KEY);
  }

  public Reply get(String path) {
    return request("GET", path).send();
  }

  /** Creates a login with a code. */
  public Request login(String code) {
    return request("POST", "/api/proxy/auth/validate-access").json(JsonObject.of("code", code));
  }

  /** Returns a token from validate-access. */
  public String token(String code) {
    return login(code).answer().getString("token");
  }

  /** Returns the access code of today, which admits visitors. */
  public String dailyCode() {
    return owner("GET", "/api/proxy/daily-code/current").answer().getString("code");
  }

  /** A request under construction. */
  public final class Request {
    private final HttpRequest.Builder builder;
    private final String method;
    private final String path;
    private BodyPublisher body = BodyPublishers.noBody();

    Request(String method, String path) {
      this.method = method;
      this.path = path;
      this.builder = HttpRequest.newBuilder(URI.create(base + path)).timeout(TIMEOUT);
    }

    public Request header(String name, String value) {
      builder.header(name, value);
      return this;
    }

    public Request token(String token) {
      return header("Authorization", "Bearer " + token);
    }

    public Request key(String key) {
      return header("X-API-Key", key);
    }

    /** Sets another client address. Works only if the node trusts a proxy. */
    public Request from(String address) {
      return header("X-Forwarded-For", address);
    }

    public Request json(JsonObject json) {
      return body("application/json", json.encode().getBytes(StandardCharsets.UTF_8));
    }

    /** Sets a body in UTF-8. */
    public Request body(String type, String text) {
      return body(type, text.getBytes(StandardCharsets.UTF_8));
    }

    public Request body(String type, byte[] bytes) {
      body = BodyPublishers.ofByteArray(bytes);
      return header("Content-Type", type);
    }

    /** Sets a multipart form with one file part. */
    public Request file(String part, String name, byte[] bytes) {
      return body("multipart/form-data; boundary=" + BOUNDARY, form(part, name, bytes));
    }

    /** Sets a multipart form of texts. */
    public Request fields(Map<String, String> texts) {
      StringBuilder text = new StringBuilder();
      texts.forEach((name, value) ->
          text.append("--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"")
              .append(name)
              .append("\"\r\n\r\n")
              .append(value)
              .append("\r\n"));
      text.append("--" + BOUNDARY + "--\r\n");
      return body(
          "multipart/form-data; boundary=" + BOUNDARY,
          text.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Sends the request. Returns the JSON of the reply. */
    public JsonObject answer() {
      return send().json();
    }

    /** Sends the request and fails unless the reply has this status. */
    public Reply expect(int status) {
      return send().expect(status);
    }

    /** Sends the request and fails unless the reply is this error. */
    public Reply expect(int status, String code) {
      return send().expect(status, code);
    }

    public Reply send() {
      try {
        var reply = new Reply(http.send(builder.method(method, body).build(), Client::body));
        ContractCheck.INSTANCE.check(method, path, reply);
        return reply;
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  /** An event stream does not end, so only its head is awaited. */
  private static BodySubscriber<byte[]> body(HttpResponse.ResponseInfo head) {
    boolean endless =
        head.headers().firstValue("Content-Type").orElse("").startsWith("text/event-stream");
    return endless ? new NoBody() : BodySubscribers.ofByteArray();
  }

  /** Cancels a body before its first byte. */
  private static final class NoBody implements BodySubscriber<byte[]> {
    @Override
    public CompletionStage<byte[]> getBody() {
      return CompletableFuture.completedFuture(new byte[0]);
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.cancel();
    }

    @Override
    public void onNext(List<ByteBuffer> bytes) {}

    @Override
    public void onError(Throwable problem) {}

    @Override
    public void onComplete() {}
  }

  private static byte[] form(String part, String name, byte[] bytes) {
    var out = new ByteArrayOutputStream();
    String head =
        "--%s\r\nContent-Disposition: form-data; name=\"%s\"; filename=\"%s\"\r\nContent-Type: audio/wav\r\n\r\n"
            .formatted(BOUNDARY, part, name);
    out.writeBytes(head.getBytes(StandardCharsets.UTF_8));
    out.writeBytes(bytes);
    out.writeBytes(("\r\n--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.UTF_8));
    return out.toByteArray();
  }
}
