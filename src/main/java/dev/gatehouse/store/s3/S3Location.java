package dev.gatehouse.store.s3;

import module java.base;

/**
 * Bucket and the access to it.
 *
 * @param timeout timeout for the server's next byte
 */
public record S3Location(
    Server server, String bucket, String region, Credential credential, Duration timeout) {
  /**
   * Object store server.
   *
   * @param url URL without the bucket
   * @param clientsUrl URL for clients; empty if clients must not access the server
   * @param certificate PEM file of the trusted certificates; empty for those of the JDK
   */
  public record Server(URI url, Optional<URI> clientsUrl, Optional<Path> certificate) {}

  public record Credential(String accessKey, String secretKey) {
    /** Omits the secret, so that it never appears in a log. */
    @Override
    public String toString() {
      return accessKey;
    }
  }

  /** Returns the bucket's URL, for the owner. */
  @Override
  public String toString() {
    String url = server.url().toString();
    return url + (url.endsWith("/") ? "" : "/") + bucket;
  }
}
