package dev.gatehouse.node.integrations;

import module java.base;

import dev.gatehouse.provider.ProviderRequest;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/**
 * Request to a provider that changes nothing and needs its credential.
 *
 * @param keys the settings that it uses, for the remedy
 */
public record ProviderTrial(String name, String keys, ProviderRequest request) {
  /** Result of a request: whether the provider accepts the credential. */
  public enum Result {
    OK,
    WARNING,
    PROBLEM
  }

  /**
   * Outcome of a request.
   *
   * @param remedy what to do; empty if nothing is wrong
   */
  public record Outcome(Result result, String message, String remedy) {}

  private static final int REJECTION = 400;
  private static final int LIMITED = 429;
  private static final int FAILURE = 500;

  /** Sends the request. Blocks. */
  public Outcome run(Duration limit) throws InterruptedException {
    URI address = URI.create(request.uri());
    try (HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(limit)
            .build()) {
      var body = HttpRequest.BodyPublishers.noBody();
      if (request.body() != null) {
        body = HttpRequest.BodyPublishers.ofByteArray(request.body());
      }
      HttpRequest.Builder sent =
          HttpRequest.newBuilder(address)
              .timeout(limit)
              .header("Accept", "application/json")
              .method(request.method().name(), body);
      request.headers().forEach(sent::setHeader);
      HttpResponse<InputStream> reply =
          client.send(sent.build(), HttpResponse.BodyHandlers.ofInputStream());
      // The limit does not include the body, which may never end.
      reply.body().close();
      return outcome(reply.statusCode());
    } catch (IOException e) {
      return new Outcome(
          Result.PROBLEM,
          address.getHost() + " cannot be reached: " + e,
          "Correct " + keys + " or the firewall, or wait until the provider is available.");
    }
  }

  private Outcome outcome(int status) {
    String words = "the provider replied with status " + status;
    if (status < 300) {
      return new Outcome(Result.OK, "the provider accepts the credential", "");
    }
    if (status == LIMITED || status >= FAILURE) {
      return new Outcome(
          Result.WARNING, words, "Try again later, and read the provider's status page.");
    }
    return new Outcome(
        Result.PROBLEM,
        status >= REJECTION ? "the provider rejected the request with status " + status : words,
        "Correct " + keys + ", and give the credential the required permissions.");
  }
}
