package dev.gatehouse.store.s3;

import module java.base;

import dev.gatehouse.formats.PemTrust;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.store.blobs.BlobId;
import dev.gatehouse.store.blobs.BlobsAwayException;
import dev.gatehouse.store.mongo.Reachability;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.retry.RetryMode;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/**
 * Objects of a bucket. If a request times out, the server is checked. Until a check succeeds, every
 * call fails immediately with {@link BlobsAwayException}.
 */
public final class S3Objects implements AutoCloseable {
  /** Name of the object metadata that contains the SHA-256 of its bytes. */
  static final String SHA256 = "sha256";

  private static final Duration MAX_SIGN_OF_LIFE = Duration.ofSeconds(3);

  /** Timeout of a copy within the server, up to 5 GB in one request. */
  private static final Duration MAX_COPY = Duration.ofMinutes(5);

  /** Minimum rate of an upload; slower uploads are aborted. */
  private static final long MIN_BYTES_A_SECOND = 512 * 1024;

  private static final Duration MAX_CONNECT = Duration.ofSeconds(2);

  /** Validity of a URL for clients. A download that has begun within it can continue afterwards. */
  private static final Duration LINK_LIFETIME = Duration.ofMinutes(5);

  private final S3Client client;
  private final S3Location location;
  private final Reachability reachability;
  private final Optional<S3Presigner> signer;

  /** Request of the client, which may throw any SDK exception. */
  interface Request<T> {
    T send();
  }

  /** Properties of an object; the digest is empty if the object has no SHA-256 metadata. */
  record Facts(long size, Instant written, String sha256) {}

  private S3Objects(S3Client client, S3Location location) {
    this.client = client;
    this.location = location;
    this.reachability = new Reachability("the object store " + location, this::answers);
    this.signer = location.server().clientsUrl().map(url -> signer(location, url));
  }

  /** Creates a client without sending a request. */
  public static S3Objects of(S3Location location) {
    return new S3Objects(connected(location), location);
  }

  S3Client client() {
    return client;
  }

  String bucket() {
    return location.bucket();
  }

  @Override
  public String toString() {
    return location.toString();
  }

  private static S3Presigner signer(S3Location place, URI url) {
    return S3Presigner.builder()
        .endpointOverride(url)
        .region(region(place))
        .credentialsProvider(credentials(place))
        .serviceConfiguration(S3Configuration.builder().pathStyleAccessEnabled(true).build())
        .build();
  }

  /**
   * Returns a signed URL at which clients can read an object, if the server has a URL for clients.
   * Signing is a local computation over the key and the time.
   *
   * @param contentType Content-Type that the server sends
   * @param disposition Content-Disposition that the server sends; empty for none
   */
  Optional<URI> link(String key, String contentType, String disposition) {
    return signer.map(known ->
        URI.create(
            known
                .presignGetObject(link ->
                    link.signatureDuration(LINK_LIFETIME)
                        .getObjectRequest(ask ->
                            ask.bucket(location.bucket())
                                .key(key)
                                .responseContentType(contentType)
                                .responseContentDisposition(PlainText.emptyToNull(disposition))))
                .url()
                .toString()));
  }

  /** Starts a check of the server. */
  void suspect() {
    reachability.suspect();
  }

  boolean isAway() {
    return reachability.isAway();
  }

  /** Checks that the bucket is accessible; fails with a sentence for the owner. */
  void look() throws IOException {
    call("the bucket", () -> client.headBucket(ask -> ask.bucket(location.bucket())));
  }

  private boolean answers() {
    try {
      client.headBucket(ask ->
          ask.bucket(location.bucket())
              .overrideConfiguration(times -> times.apiCallTimeout(MAX_SIGN_OF_LIFE)));
      return true;
    } catch (S3Exception answered) {
      return answered.statusCode() < 500;
    } catch (SdkException | RejectedExecutionException silentOrClosed) {
      return false;
    }
  }

  /**
   * Sends a request.
   *
   * @param what subject of the request, for messages
   * @throws NoSuchFileException if the object does not exist
   * @throws BlobsAwayException if the reply times out, or is 429 or 5xx
   */
  <T> T call(String what, Request<T> request) throws IOException {
    if (reachability.isAway()) {
      throw new BlobsAwayException("the object store is unavailable", null);
    }
    try {
      return request.send();
    } catch (S3Exception answer) {
      throw refused(what, answer);
    } catch (AbortedException interrupted) {
      throw new IOException("interrupted", interrupted);
    } catch (SdkClientException silent) {
      reachability.suspect();
      throw new BlobsAwayException(what + ": " + silent.getMessage(), silent);
    }
  }

  private IOException refused(String what, S3Exception answer) {
    int status = answer.statusCode();
    String code = answer.awsErrorDetails() == null ? "" : answer.awsErrorDetails().errorCode();
    if (status == 404 && !"NoSuchBucket".equals(code)) {
      return new NoSuchFileException(what);
    }
    if (status >= 500 || status == 429) {
      return new BlobsAwayException(what + ": the object store returned " + status, answer);
    }
    return new IOException(
        what + ": the object store " + location + " returned " + status + ' ' + code, answer);
  }

  Optional<Facts> find(String key) throws IOException {
    try {
      HeadObjectResponse head =
          call(key, () -> client.headObject(ask -> ask.bucket(location.bucket()).key(key)));
      return Optional.of(
          new Facts(
              head.contentLength(), head.lastModified(), head.metadata().getOrDefault(SHA256, "")));
    } catch (NoSuchFileException none) {
      return Optional.empty();
    }
  }

  /**
   * Returns an object's bytes from {@code from} (inclusive) to {@code to} (exclusive). The caller
   * closes the stream.
   */
  ResponseInputStream<GetObjectResponse> get(String key, long from, long to) throws IOException {
    ResponseInputStream<GetObjectResponse> range =
        call(
            key,
            () ->
                client.getObject(ask ->
                    ask.bucket(location.bucket())
                        .key(key)
                        .range("bytes=" + from + "-" + (to - 1))));
    String sent = range.response().contentRange();
    // A proxy before the server may ignore ranges and send the whole object.
    if (from > 0 && (sent == null || !sent.startsWith("bytes " + from + "-"))) {
      range.abort();
      throw new IOException(key + ": the object store was asked for a range and sent " + sent);
    }
    return range;
  }

  /** Returns a small object's text; empty if it does not exist. */
  Optional<String> text(String key) throws IOException {
    try (InputStream in =
        call(key, () -> client.getObject(ask -> ask.bucket(location.bucket()).key(key)))) {
      return Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (NoSuchFileException none) {
      return Optional.empty();
    }
  }

  void put(String key, String text) throws IOException {
    put(key, RequestBody.fromString(text), "", Map.of());
  }

  /**
   * @param md5 MD5 of the body in base64, which the server checks; empty for none
   */
  void put(String key, RequestBody body, String md5, Map<String, String> facts) throws IOException {
    long bytes = body.optionalContentLength().orElse(0L);
    call(
        key,
        () ->
            client.putObject(
                ask ->
                    ask.bucket(location.bucket())
                        .key(key)
                        .metadata(facts)
                        .contentMD5(PlainText.emptyToNull(md5))
                        .overrideConfiguration(times ->
                            times
                                .apiCallAttemptTimeout(attempt(bytes))
                                .apiCallTimeout(attempt(bytes).multipliedBy(2))),
                body));
  }

  /** Returns the timeout for one attempt to send this number of bytes. */
  Duration attempt(long bytes) {
    return location.timeout().plusSeconds(bytes / MIN_BYTES_A_SECOND);
  }

  /** Copies an object within the server; returns false if it does not exist. */
  boolean copy(String from, String to) throws IOException {
    try {
      call(
          from,
          () ->
              client.copyObject(ask ->
                  ask.sourceBucket(location.bucket())
                      .sourceKey(from)
                      .destinationBucket(location.bucket())
                      .destinationKey(to)
                      .overrideConfiguration(times ->
                          times.apiCallAttemptTimeout(MAX_COPY).apiCallTimeout(MAX_COPY))));
      return true;
    } catch (NoSuchFileException none) {
      return false;
    }
  }

  void delete(String key) throws IOException {
    call(key, () -> client.deleteObject(ask -> ask.bucket(location.bucket()).key(key)));
  }

  /**
   * Returns all objects whose keys have this prefix, read lazily. A failure is thrown as an
   * unchecked exception.
   */
  Stream<S3Object> list(String prefix) {
    return client
        .listObjectsV2Paginator(ask -> ask.bucket(location.bucket()).prefix(prefix))
        .contents()
        .stream();
  }

  /** Runs work that lists objects. Its failure is thrown as a checked exception. */
  <T> T listed(Supplier<T> work) throws IOException {
    try {
      return work.get();
    } catch (SdkException e) {
      throw new IOException(location + " cannot be listed", e);
    }
  }

  /**
   * Returns the sizes in bytes of objects whose keys have a prefix.
   *
   * @param folder the start of the keys that their names omit
   */
  SortedMap<String, Long> sizes(String prefix, String folder) throws IOException {
    SortedMap<String, Long> sizes = new TreeMap<>();
    return listed(() -> {
      list(prefix)
          .forEach(object -> sizes.put(object.key().substring(folder.length()), object.size()));
      return sizes;
    });
  }

  /** Returns the bytes of an object; the caller closes the stream. */
  InputStream read(String key) throws IOException {
    long size = find(key).orElseThrow(() -> new NoSuchFileException(key)).size();
    return Channels.newInputStream(new S3Channel(this, key, size));
  }

  /** Returns multipart uploads that have not been completed or aborted. */
  Stream<MultipartUpload> unended(String prefix) {
    return client
        .listMultipartUploadsPaginator(ask -> ask.bucket(location.bucket()).prefix(prefix))
        .uploads()
        .stream();
  }

  void abort(String key, String upload) throws IOException {
    try {
      call(
          key,
          () ->
              client.abortMultipartUpload(
                  ask -> ask.bucket(location.bucket()).key(key).uploadId(upload)));
    } catch (NoSuchFileException ended) {
      // The upload has ended meanwhile.
    }
  }

  @Override
  public void close() {
    reachability.close();
    signer.ifPresent(S3Presigner::close);
    client.close();
  }

  static S3Client connected(S3Location place) {
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

  static final String BLOBS = "blobs/";
  static final String TRASH = "trash/";
  static final String IDENTITY = "identity";

  static String blob(String id) {
    return BLOBS + BlobId.checked(id);
  }
}
