package dev.gatehouse.bench;

import module java.base;

import io.vertx.core.json.JsonObject;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** What a bench asks of a node besides load: a token, an upload, a download. */
final class Visitor {
  private static final String BOUNDARY = "bench-boundary";

  private final HttpClient http;
  private final String address;
  private final String token;

  Visitor(ServerProcess node) throws IOException, InterruptedException {
    this(node.address(), Peers.CODE);
  }

  /**
   * @param code the owner's
   */
  Visitor(String address, String code) throws IOException, InterruptedException {
    this(
        address,
        token(address, code),
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build());
  }

  Visitor(String address, String token, HttpClient http) {
    this.address = address;
    this.token = token;
    this.http = http;
  }

  /** A token for the permanent code. */
  static String token(ServerProcess node) throws IOException, InterruptedException {
    return token(node.address(), Peers.CODE);
  }

  private static String token(String address, String code)
      throws IOException, InterruptedException {
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(address + "/api/proxy/auth/validate-access"))
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString(new JsonObject().put("code", code).encode()))
              .build();
      return new JsonObject(http.send(request, BodyHandlers.ofString()).body()).getString("token");
    }
  }

  /** Uploads a WAV file, streamed. */
  void upload(String name, Path wav) throws IOException, InterruptedException {
    String head =
        "--%s\r\nContent-Disposition: form-data; name=\"file\"; filename=\"%s\"\r\nContent-Type: audio/wav\r\n\r\n"
            .formatted(BOUNDARY, name);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + "/audio/upload"))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
            .POST(
                BodyPublishers.concat(
                    BodyPublishers.ofString(head),
                    BodyPublishers.ofFile(wav),
                    BodyPublishers.ofString("\r\n--" + BOUNDARY + "--\r\n")))
            .build();
    HttpResponse<String> reply = http.send(request, BodyHandlers.ofString());
    if (reply.statusCode() != 201) {
      throw new IOException(reply.statusCode() + " " + reply.body());
    }
  }

  /** Sets a symbol's market data, streamed. */
  void putMarketData(String path, Path parquet) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + path))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/vnd.apache.parquet")
            .PUT(BodyPublishers.ofFile(parquet))
            .build();
    HttpResponse<String> reply = http.send(request, BodyHandlers.ofString());
    if (reply.statusCode() != 200) {
      throw new IOException(reply.statusCode() + " " + reply.body());
    }
  }

  /** Downloads a file, or a range of it, and returns the number of bytes that came. */
  long download(String name, String range) throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + "/audio/" + name));
    if (!range.isEmpty()) {
      request.header("Range", range);
    }
    HttpResponse<InputStream> reply = http.send(request.build(), BodyHandlers.ofInputStream());
    try (InputStream body = reply.body()) {
      long bytes = 0;
      byte[] buffer = new byte[1 << 16];
      for (int n = body.read(buffer); n >= 0; n = body.read(buffer)) {
        bytes += n;
      }
      if (reply.statusCode() != (range.isEmpty() ? 200 : 206)) {
        throw new IOException(reply.statusCode() + " for " + name);
      }
      return bytes;
    }
  }
}
