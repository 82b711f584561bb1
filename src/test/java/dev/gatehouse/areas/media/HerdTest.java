package dev.gatehouse.areas.media;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** More concurrent listeners than the area accepts calls. None of them is rejected. */
class HerdTest {
  private static final int LISTENERS = 500;

  @RegisterExtension static final TestNode NODE = new TestNode();

  @Test
  void servesAllConcurrentListeners() throws Exception {
    Client client = NODE.client();
    client
        .request("POST", "/audio/upload")
        .token(client.token(TestNode.CODE))
        .file("file", "herd.wav", WavFiles.stereo(1_000))
        .send();
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(NODE.address() + "/audio/herd.wav")).build();
      List<CompletableFuture<Integer>> statuses =
          IntStream.range(0, LISTENERS)
              .mapToObj(i ->
                  http.sendAsync(request, BodyHandlers.discarding())
                      .thenApply(reply -> reply.statusCode()))
              .toList();
      long served = statuses.stream().filter(status -> status.join() == 200).count();
      assertEquals(LISTENERS, served);
    }
  }
}
