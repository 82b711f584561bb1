package dev.gatehouse;

import module java.base;

import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.s3.S3Location;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.SelfSignedCertificate;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Simulates an object store with one bucket on loopback, with TLS for nodes and without for
 * clients. It accepts every request without a signed query, and verifies each signed query. As a
 * static extension ordered before the nodes, it is empty again when a test is retried.
 */
public final class S3Simulator implements BeforeAllCallback, AutoCloseable {
  private static final String LISTED =
      "<ListBucketResult><IsTruncated>false</IsTruncated>%s</ListBucketResult>";
  private static final String CONTENTS = "<Contents><Key>%s</Key><Size>%s</Size></Contents>";
  private static final String BUCKET = "/" + S3Server.BUCKET;
  private static final String COPY = "x-amz-copy-source";
  private static final String SHA256 = "x-amz-meta-sha256";

  /** Static, because generating its key takes long. */
  private static final SelfSignedCertificate CERTIFICATE =
      SelfSignedCertificate.create("localhost");

  private final Vertx vertx = Vertx.vertx();
  private final Map<String, Stored> objects = new ConcurrentSkipListMap<>();
  private final HttpServer forNodes = listen(tls());
  private final HttpServer forClients = listen(new HttpServerOptions());

  private final Queue<Runnable> held = new ConcurrentLinkedQueue<>();
  private final LongAdder copies = new LongAdder();
  private volatile boolean knowsRanges = true;
  private volatile Function<String, Trouble> troubles = request -> Trouble.NONE;

  /** A fault of a request. */
  public enum Trouble {
    NONE,
    /** The reply is 500. */
    FAILING,
    /** There is no reply. */
    SILENT,
    /** The reply is held until {@link #release}. */
    HELD,
    /** The object is returned with a different first byte. */
    ALTERED
  }

  private record Stored(Buffer bytes, String sha256) {}

  @Override
  public void beforeAll(ExtensionContext context) {
    objects.clear();
    knowsRanges = true;
    troubles = request -> Trouble.NONE;
  }

  private HttpServerOptions tls() {
    return new HttpServerOptions().setSsl(true).setKeyCertOptions(CERTIFICATE.keyCertOptions());
  }

  private HttpServer listen(HttpServerOptions options) {
    return vertx
        .createHttpServer(options)
        .requestHandler(request -> request.body().onSuccess(body -> handle(request, body)))
        .listen(0, "127.0.0.1")
        .await();
  }

  /** Returns the address for nodes. */
  public String url() {
    return "https://localhost:" + forNodes.actualPort();
  }

  /** Returns the place of the bucket for clients. */
  public S3Location location() {
    return S3Server.location(
        clientsUrl(), Optional.empty(), S3Server.BUCKET, Duration.ofSeconds(20));
  }

  /** Returns the address for clients. */
  public String clientsUrl() {
    return "http://127.0.0.1:" + forClients.actualPort();
  }

  /** Returns the PEM file of the certificate for the nodes' address. */
  public String certificate() {
    return CERTIFICATE.certificatePath();
  }

  /** Ignores ranges and returns whole objects, as some proxies do. */
  public void forgetRanges() {
    knowsRanges = false;
  }

  /**
   * Sets the faults.
   *
   * @param other returns the fault for a method and path, {@code GET /files/blobs/…}
   */
  public void troubles(Function<String, Trouble> other) {
    troubles = other;
  }

  /** Sends all held replies, and clears the faults. */
  public void release() {
    troubles = request -> Trouble.NONE;
    for (Runnable answer = held.poll(); answer != null; answer = held.poll()) {
      answer.run();
    }
  }

  /** Stores an object with its digest. */
  public void put(String key, String text) {
    Buffer bytes = Buffer.buffer(text);
    objects.put("/" + key, new Stored(bytes, Sha256.hex(bytes.getBytes())));
  }

  public void delete(String key) {
    objects.remove("/" + key);
  }

  public byte[] bytes(String key) {
    return objects.get("/" + key).bytes().getBytes();
  }

  /** Returns the texts of all objects by key. */
  public Map<String, String> texts() {
    Map<String, String> texts = new TreeMap<>();
    objects.forEach((key, stored) -> texts.put(key.substring(1), stored.bytes().toString()));
    return texts;
  }

  private void handle(HttpServerRequest request, Buffer body) {
    switch (troubles.apply(request.method() + " " + request.path())) {
      case FAILING -> error(request.response(), 500, "InternalError");
      case SILENT -> {}
      case HELD -> held.add(() -> answer(request, body));
      case ALTERED -> {
        Stored stored = objects.get(request.path().substring(BUCKET.length()));
        Buffer altered = stored.bytes().copy();
        object(request, new Stored(altered.setByte(0, (byte) '?'), stored.sha256()));
      }
      case NONE -> answer(request, body);
    }
  }

  private void answer(HttpServerRequest request, Buffer body) {
    HttpServerResponse response = request.response();
    String key = request.path().substring(BUCKET.length());
    if (request.getParam("X-Amz-Signature") != null && !isSigned(request)) {
      error(response, 403, "SignatureDoesNotMatch");
    } else if (key.length() < 2) {
      bucket(request);
    } else if (request.getHeader(COPY) != null) {
      copy(request, key);
    } else if (request.method().name().equals("PUT")) {
      objects.put(key, new Stored(body, String.valueOf(request.getHeader(SHA256))));
      response.putHeader("ETag", "\"of-the-store\"").end();
    } else if (request.method().name().equals("DELETE")) {
      objects.remove(key);
      response.setStatusCode(204).end();
    } else if (objects.containsKey(key)) {
      object(request, objects.get(key));
    } else {
      error(response, 404, "NoSuchKey");
    }
  }

  private void copy(HttpServerRequest request, String key) {
    String source = request.getHeader(COPY).replaceFirst("^/?" + S3Server.BUCKET, "");
    if (objects.containsKey(source)) {
      objects.put(key, objects.get(source));
      copies.increment();
      request.response().end("<CopyObjectResult><ETag>of-the-store</ETag></CopyObjectResult>");
    } else {
      error(request.response(), 404, "NoSuchKey");
    }
  }

  /** Returns the settings of a node whose files are here. */
  public Map<String, String> settings() {
    return Map.of(
        "BLOBS_S3_URL", url(),
        "BLOBS_S3_CERTIFICATE", certificate(),
        "BLOBS_S3_BUCKET", S3Server.BUCKET,
        "BLOBS_S3_ACCESS_KEY", S3Server.ACCESS_KEY,
        "BLOBS_S3_SECRET_KEY", S3Server.SECRET_KEY);
  }

  /** Returns the number of copies within the object store. */
  public long copies() {
    return copies.sum();
  }

  private void bucket(HttpServerRequest request) {
    String prefix = "/" + request.getParam("prefix", "");
    String contents =
        objects.keySet().stream()
            .filter(key -> key.startsWith(prefix))
            .map(key -> CONTENTS.formatted(key.substring(1), objects.get(key).bytes().length()))
            .collect(Collectors.joining());
    request.response().putHeader("Content-Type", "application/xml").end(LISTED.formatted(contents));
  }

  private void object(HttpServerRequest request, Stored object) {
    HttpServerResponse response = request.response();
    int from = 0;
    int to = object.bytes().length();
    String range = request.getHeader("Range");
    if (range != null && knowsRanges) {
      String[] ends = range.substring("bytes=".length()).split("-");
      from = Integer.parseInt(ends[0]);
      to = Integer.parseInt(ends[1]) + 1;
      response
          .setStatusCode(206)
          .putHeader(
              "Content-Range", "bytes " + ends[0] + "-" + ends[1] + "/" + object.bytes().length());
    }
    response
        .putHeader("Content-Type", request.getParam("response-content-type", "binary/octet-stream"))
        .putHeader("Last-Modified", "Thu, 01 Jan 2026 00:00:00 GMT")
        .putHeader("ETag", "\"of-the-store\"")
        .putHeader(SHA256, object.sha256())
        .putHeader("Content-Length", Integer.toString(to - from));
    String disposition = request.getParam("response-content-disposition");
    if (disposition != null) {
      response.putHeader("Content-Disposition", disposition);
    }
    if (request.method().name().equals("HEAD")) {
      response.end();
    } else {
      response.end(object.bytes().slice(from, to));
    }
  }

  private static void error(HttpServerResponse response, int status, String code) {
    response
        .setStatusCode(status)
        .putHeader("Content-Type", "application/xml")
        .end("<Error><Code>" + code + "</Code></Error>");
  }

  /** Computes the signature (version 4) of a GET with a signed query, and compares it. */
  private static boolean isSigned(HttpServerRequest request) {
    String query =
        Stream.of(request.query().split("&"))
            .filter(field -> !field.startsWith("X-Amz-Signature="))
            .sorted()
            .collect(Collectors.joining("&"));
    String canonical =
        "%s\n%s\n%s\nhost:%s\n\nhost\nUNSIGNED-PAYLOAD"
            .formatted(request.method().name(), request.path(), query, request.authority());
    String date = request.getParam("X-Amz-Date");
    String[] scope = request.getParam("X-Amz-Credential").split("/", 2);
    String text = String.join("\n", "AWS4-HMAC-SHA256", date, scope[1], Sha256.hex(canonical, 32));
    byte[] key = ("AWS4" + S3Server.SECRET_KEY).getBytes(StandardCharsets.UTF_8);
    for (String part : scope[1].split("/")) {
      key = hmac(key, part);
    }
    String signature = HexFormat.of().formatHex(hmac(key, text));
    return scope[0].equals(S3Server.ACCESS_KEY)
        && signature.equals(request.getParam("X-Amz-Signature"));
  }

  private static byte[] hmac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    for (HttpServer server : List.of(forNodes, forClients)) {
      server.shutdown(0, TimeUnit.SECONDS).await();
    }
    vertx.close().await();
  }
}
