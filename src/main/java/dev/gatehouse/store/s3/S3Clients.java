package dev.gatehouse.store.s3;

import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.retry.RetryMode;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** The client of the AWS SDK, so that it asks of a server only what all of them understand. */
final class S3Clients {
  private static final Duration MAX_CONNECT = Duration.ofSeconds(2);

  private S3Clients() {}

  static S3Client at(S3Location place) {
    return S3Client.builder()
        .endpointOverride(place.server().url())
        .region(region(place))
        .credentialsProvider(credentials(place))
        .forcePathStyle(true)
        // What every server understands: a body signed as a whole, and MD5 of each part.
        .serviceConfiguration(s3 -> s3.chunkedEncodingEnabled(false).expectContinueEnabled(false))
        .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
        .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
        .httpClientBuilder(connections(place))
        .overrideConfiguration(times ->
            times
                .retryStrategy(RetryMode.STANDARD)
                // Nothing of this machine's other programs counts here.
                .defaultProfileFile(ProfileFile.aggregator().build())
                .apiCallAttemptTimeout(place.timeout())
                .apiCallTimeout(place.timeout().multipliedBy(2)))
        .build();
  }

  private static UrlConnectionHttpClient.Builder connections(S3Location place) {
    var connections =
        UrlConnectionHttpClient.builder()
            .connectionTimeout(MAX_CONNECT)
            .socketTimeout(place.timeout());
    place
        .server()
        .certificate()
        .map(PemTrust::of)
        .ifPresent(trust -> connections.tlsTrustManagersProvider(() -> trust));
    return connections;
  }

  static Region region(S3Location place) {
    return Region.of(place.region());
  }

  static StaticCredentialsProvider credentials(S3Location place) {
    return StaticCredentialsProvider.create(
        AwsBasicCredentials.create(place.credential().accessKey(), place.credential().secretKey()));
  }
}
