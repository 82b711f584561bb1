package dev.gatehouse.store.s3;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/**
 * Signed addresses at which clients read objects from the server itself. Signing asks nobody: it is
 * a computation over the key and the time.
 */
final class S3Links implements AutoCloseable {
  /** A download that has begun in this time goes on after it. */
  private static final Duration LIFETIME = Duration.ofMinutes(5);

  private final S3Presigner signer;
  private final String bucket;

  private S3Links(S3Presigner signer, String bucket) {
    this.signer = signer;
    this.bucket = bucket;
  }

  /** Those of a place that has an address for clients. */
  static Optional<S3Links> of(S3Location place) {
    return place.server().clientsUrl().map(url -> new S3Links(signer(place, url), place.bucket()));
  }

  private static S3Presigner signer(S3Location place, URI url) {
    return S3Presigner.builder()
        .endpointOverride(url)
        .region(S3Clients.region(place))
        .credentialsProvider(S3Clients.credentials(place))
        .serviceConfiguration(S3Configuration.builder().pathStyleAccessEnabled(true).build())
        .build();
  }

  /**
   * An address that is good for five minutes.
   *
   * @param contentType that the server is to say
   * @param disposition that the server is to say; empty for none
   */
  URI sign(String key, String contentType, String disposition) {
    return URI.create(
        signer
            .presignGetObject(link ->
                link.signatureDuration(LIFETIME)
                    .getObjectRequest(ask ->
                        ask.bucket(bucket)
                            .key(key)
                            .responseContentType(contentType)
                            .responseContentDisposition(
                                disposition.isEmpty() ? null : disposition)))
            .url()
            .toString());
  }

  @Override
  public void close() {
    signer.close();
  }
}
