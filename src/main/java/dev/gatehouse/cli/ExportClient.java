package dev.gatehouse.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import module java.base;

import dev.gatehouse.formats.HttpDate;
import dev.gatehouse.formats.PemTrust;
import dev.gatehouse.settings.Http;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** Reads lists and files of the running node over its own HTTP port. */
final class ExportClient {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Only this download is not a GET. */
  private static final String RESUME = "/api/proxy/resume/download";

  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final Pattern LIMIT = Pattern.compile("limit=(\\d+)");
  private static final Pattern PAGE = Pattern.compile("page=\\d+");

  private final HttpClient http;
  private final String base;
  private final String keyHeader;
  private final String key;

  /** The node does not have the list or the file. */
  static final class AbsentException extends IOException {
    private static final long serialVersionUID = 1;

    AbsentException(String reason) {
      super(reason);
    }
  }

  /** Receives a record of a list. */
  @FunctionalInterface
  interface RecordSink {
    void add(JsonObject record) throws IOException;
  }

  ExportClient(Http settings, String keyHeader, String key) {
    HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(PATIENCE);
    if (settings.tls()) {
      builder.sslContext(trusting(Path.of(settings.tlsCertificate())));
    }
    this.http = builder.build();
    this.base = settings.scheme() + "://" + reachable(settings) + ":" + settings.port();
    this.keyHeader = keyHeader;
    this.key = key;
  }

  private static String reachable(Http settings) {
    String host = settings.bracketedHost();
    return host.equals("0.0.0.0") || host.equals("[::]") ? "127.0.0.1" : host;
  }

  private static SSLContext trusting(Path certificate) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {PemTrust.pinning(certificate)}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Reads all records of a list, page by page if its path has a limit.
   *
   * @throws AbsentException if the node has no such list
   */
  void pages(String path, RecordSink each) throws IOException {
    Matcher limit = LIMIT.matcher(path);
    int size = limit.find() ? Integer.parseInt(limit.group(1)) : Integer.MAX_VALUE;
    int read = 0;
    int last = size;
    for (int page = 1; last >= size; page++) {
      String next = path + "&skip=" + read;
      if (PAGE.matcher(path).find()) {
        next = PAGE.matcher(path).replaceFirst("page=" + page);
      } else if (page == 1) {
        next = path;
      }
      JsonArray records = array(body(next));
      for (Object record : records) {
        each.add(record instanceof JsonObject object ? object : JsonObject.of("value", record));
      }
      last = records.size();
      read += last;
    }
  }

  /** Returns the list of a reply: the reply itself, or its only array. */
  private static JsonArray array(String body) {
    if (body.startsWith("[")) {
      return new JsonArray(body);
    }
    return new JsonObject(body)
        .stream()
            .map(field -> field.getValue())
            .filter(JsonArray.class::isInstance)
            .map(JsonArray.class::cast)
            .findFirst()
            .orElseGet(JsonArray::new);
  }

  private String body(String path) throws IOException {
    HttpResponse<InputStream> reply = send(path);
    try (InputStream body = reply.body()) {
      return new String(body.readAllBytes(), UTF_8);
    }
  }

  private HttpResponse<InputStream> send(String path) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(base + path))
            .method(path.equals(RESUME) ? "POST" : "GET", BodyPublishers.noBody())
            .header(keyHeader, key)
            .timeout(PATIENCE)
            .build();
    HttpResponse<InputStream> reply;
    try {
      reply = http.send(request, BodyHandlers.ofInputStream());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
    if (reply.statusCode() != OK) {
      try (InputStream body = reply.body()) {
        String text = new String(body.readAllBytes(), UTF_8);
        String reason = reply.statusCode() + " " + text.strip();
        if (reply.statusCode() == NOT_FOUND || text.contains("not_configured")) {
          throw new AbsentException(reason);
        }
        throw new IOException(path + " failed: " + reason);
      }
    }
    return reply;
  }

  /**
   * Downloads a file. It is complete when it has its name. A complete file with the same size and
   * time is kept.
   *
   * @throws AbsentException if the node has no such file
   */
  void download(String path, Path file) throws IOException {
    Files.createDirectories(file.getParent());
    HttpResponse<InputStream> reply = send(path);
    try (InputStream body = reply.body()) {
      Optional<Instant> changed =
          reply.headers().firstValue("Last-Modified").flatMap(HttpDate::parse);
      long size = reply.headers().firstValueAsLong("Content-Length").orElse(-1);
      if (changed.isPresent() && isSame(file, size, changed.get())) {
        return;
      }
      Path part = file.resolveSibling(file.getFileName() + ".part");
      Files.copy(body, part, StandardCopyOption.REPLACE_EXISTING);
      if (changed.isPresent()) {
        Files.setLastModifiedTime(part, FileTime.from(changed.get()));
      }
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private static boolean isSame(Path file, long size, Instant changed) throws IOException {
    return Files.exists(file)
        && Files.size(file) == size
        && Files.getLastModifiedTime(file).toInstant().equals(changed);
  }
}
