package dev.gatehouse.store.s3;

import module java.base;

import dev.gatehouse.formats.PlainText;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/**
 * Presigned URLs at which clients read objects from the server. Signing is a local computation over
 * the key and the time.
 */
record S3Links(S3Presigner signer, String bucket) implements AutoCloseable {
  /** Validity of a URL. A download that has begun within it can continue afterwards. */
  private static final Duration LIFETIME = Duration.ofMinutes(5);

  /** Returns the signer for a location with a URL for clients; otherwise empty. */
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
   * Returns a URL that is valid for five minutes.
   *
   * @param contentType Content-Type that the server sends
   * @param disposition Content-Disposition that the server sends; empty for none
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
                            .responseContentDisposition(PlainText.emptyToNull(disposition))))
            .url()
            .toString());
  }

  @Override
  public void close() {
    signer.close();
  }
}
