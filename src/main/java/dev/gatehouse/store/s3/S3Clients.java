package dev.gatehouse.store.s3;

import dev.gatehouse.formats.PemTrust;
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

/** Factory for an AWS SDK client that uses only features that all S3 servers support. */
final class S3Clients {
  private static final Duration MAX_CONNECT = Duration.ofSeconds(2);

  private S3Clients() {}

  static S3Client at(S3Location place) {
    return S3Client.builder()
        .endpointOverride(place.server().url())
        .region(region(place))
        .credentialsProvider(credentials(place))
        .forcePathStyle(true)
        // All servers support a body that is signed as a whole, and an MD5 for each part.
        .serviceConfiguration(s3 -> s3.chunkedEncodingEnabled(false).expectContinueEnabled(false))
        .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
        .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
        .httpClientBuilder(connections(place))
        .overrideConfiguration(times ->
            times
                .retryStrategy(RetryMode.STANDARD)
                // AWS profiles of this machine are ignored.
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
