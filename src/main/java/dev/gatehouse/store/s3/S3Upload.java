package dev.gatehouse.store.s3;

import module java.base;

import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.ChannelRange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.CompletedPart;

/**
 * Upload of a file as an object; large files are sent in parts, several at the same time. The
 * server checks each part's MD5, and the object's metadata contain the SHA-256 of the whole. A
 * failed upload removes its parts. If this machine fails too, the sweep removes them.
 */
final class S3Upload {
  private static final Logger LOG = LoggerFactory.getLogger(S3Upload.class);
  private static final long PART = 16 << 20;
  private static final int MAX_AT_ONCE = 3;

  private final S3Objects objects;
  private final String key;
  private final Path file;
  private final Blob blob;

  S3Upload(S3Objects objects, Path file, Blob blob) {
    this(objects, S3Objects.blob(blob.id()), file, blob);
  }

  /**
   * @param blob size and digest of the file
   */
  S3Upload(S3Objects objects, String key, Path file, Blob blob) {
    this.objects = objects;
    this.key = key;
    this.file = file;
    this.blob = blob;
  }

  /** Uploads the file; blocks. */
  void run() throws IOException {
    Map<String, String> facts = Map.of(S3Objects.SHA256, blob.sha256());
    if (blob.size() <= PART) {
      objects.put(key, body(0, blob.size()), md5(0, blob.size()), facts);
      return;
    }
    String upload =
        objects.call(
            key,
            () ->
                objects
                    .client()
                    .createMultipartUpload(
                        ask -> ask.bucket(objects.bucket()).key(key).metadata(facts))
                    .uploadId());
    try {
      List<CompletedPart> parts = parts(upload);
      objects.call(
          key,
          () ->
              objects
                  .client()
                  .completeMultipartUpload(ask ->
                      ask.bucket(objects.bucket())
                          .key(key)
                          .uploadId(upload)
                          .multipartUpload(all -> all.parts(parts))));
    } catch (IOException | RuntimeException e) {
      abort(upload);
      throw e;
    }
  }

  private void abort(String upload) {
    try {
      objects.abort(key, upload);
    } catch (IOException e) {
      LOG.warn("parts of {} not deleted, the sweep will delete them: {}", key, e.toString());
    }
  }

  private List<CompletedPart> parts(String upload) throws IOException {
    List<CompletedPart> sent = new ArrayList<>();
    try (ExecutorService threads =
        Executors.newFixedThreadPool(MAX_AT_ONCE, Thread.ofVirtual().factory())) {
      List<Future<CompletedPart>> all = new ArrayList<>();
      for (long from = 0; from < blob.size(); from += PART) {
        long offset = from;
        int number = all.size() + 1;
        all.add(threads.submit(() -> part(upload, number, offset)));
      }
      try {
        for (Future<CompletedPart> one : all) {
          sent.add(one.get());
        }
      } finally {
        threads.shutdownNow();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException known) {
        throw known;
      }
      throw new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while parts were sent", e);
    }
    return sent;
  }

  private CompletedPart part(String upload, int number, long from) throws IOException {
    long length = Math.min(PART, blob.size() - from);
    String md5 = md5(from, length);
    return objects.call(
        key,
        () ->
            CompletedPart.builder()
                .partNumber(number)
                .eTag(
                    objects
                        .client()
                        .uploadPart(
                            ask ->
                                ask.bucket(objects.bucket())
                                    .key(key)
                                    .uploadId(upload)
                                    .partNumber(number)
                                    .contentMD5(md5)
                                    .overrideConfiguration(times ->
                                        times
                                            .apiCallAttemptTimeout(objects.attempt(length))
                                            .apiCallTimeout(
                                                objects.attempt(length).multipliedBy(2))),
                            body(from, length))
                        .eTag())
                .build());
  }

  /** Returns a body that is opened again for each attempt. */
  private RequestBody body(long from, long length) {
    return RequestBody.fromContentProvider(
        () -> open(from, length), length, "application/octet-stream");
  }

  private InputStream open(long from, long length) {
    try {
      return ChannelRange.open(FileChannel.open(file), from, length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String md5(long from, long length) throws IOException {
    MessageDigest md5 = md5();
    try (var in = new DigestInputStream(open(from, length), md5)) {
      in.transferTo(OutputStream.nullOutputStream());
    }
    return Base64.getEncoder().encodeToString(md5.digest());
  }

  private static MessageDigest md5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has MD5", e);
    }
  }
}
