package dev.gatehouse.cli.doctor;

import dev.gatehouse.provider.ProviderRequest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/**
 * Request to a provider that changes nothing and needs its credential.
 *
 * @param keys the settings that it uses, for the remedy
 */
record ProviderTrial(String name, String keys, ProviderRequest request) {
  private static final int REDIRECTION = 300;
  private static final int REJECTION = 400;
  private static final int LIMITED = 429;
  private static final int FAILURE = 500;

  /** Sends the request. Blocks. */
  Finding run(Duration limit) throws InterruptedException {
    URI address = URI.create(request.uri());
    try (HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(limit)
            .build()) {
      HttpRequest.Builder sent =
          HttpRequest.newBuilder(address)
              .timeout(limit)
              .header("Accept", "application/json")
              .method(
                  request.method().name(),
                  request.body() == null
                      ? HttpRequest.BodyPublishers.noBody()
                      : HttpRequest.BodyPublishers.ofByteArray(request.body()));
      request.headers().forEach(sent::setHeader);
      return finding(
          client.send(sent.build(), HttpResponse.BodyHandlers.discarding()).statusCode());
    } catch (IOException e) {
      return Finding.problem(
          name,
          address.getHost() + " cannot be reached: " + e,
          "Correct " + keys + " or the firewall, or wait until the provider is available.");
    }
  }

  private Finding finding(int status) {
    String words = "the provider replied with status " + status;
    if (status < REDIRECTION) {
      return Finding.ok(name, "the provider accepts the credential");
    }
    if (status == LIMITED || status >= FAILURE) {
      return Finding.warning(name, words, "Try again later, and read the provider's status page.");
    }
    return Finding.problem(
        name,
        status >= REJECTION ? "the provider rejected the request with status " + status : words,
        "Correct " + keys + ", and give the credential the required permissions.");
  }
}
