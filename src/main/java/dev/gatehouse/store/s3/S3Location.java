package dev.gatehouse.store.s3;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A bucket, and how to be let in.
 *
 * @param timeout for the server's next byte
 */
public record S3Location(
    Server server, String bucket, String region, Credential credential, Duration timeout) {
  /**
   * A server.
   *
   * @param url without the bucket
   * @param clientsUrl at which clients reach it, if they may
   * @param certificate PEM file of the certificates to trust; without, those of the JDK
   */
  public record Server(URI url, Optional<URI> clientsUrl, Optional<Path> certificate) {
    /** One that only nodes ask, with a certificate like everybody's or none. */
    public static Server at(URI url) {
      return new Server(url, Optional.empty(), Optional.empty());
    }
  }

  /** An access key and its secret. */
  public record Credential(String accessKey, String secretKey) {
    /** The secret is nobody's to read in a log. */
    @Override
    public String toString() {
      return accessKey;
    }
  }

  /** The bucket's address, for the owner. */
  @Override
  public String toString() {
    String url = server.url().toString();
    return url + (url.endsWith("/") ? "" : "/") + bucket;
  }
}
