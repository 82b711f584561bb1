package dev.gatehouse.store.s3;

import java.net.URI;
import java.time.Duration;

/**
 * A bucket, and how to be let in.
 *
 * @param url of the server, without the bucket
 * @param timeout for the server's next byte
 */
public record S3Place(
    URI url, String bucket, String region, Credential credential, Duration timeout) {
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
    return url + (url.toString().endsWith("/") ? "" : "/") + bucket;
  }
}
