package dev.gatehouse.http.bodies;

import module java.base;

import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.contract.ValidationException;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobWriter;
import dev.gatehouse.store.blobs.UnfitException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;

/**
 * Hash that a request declares for its body with Content-Digest (RFC 9530). A mismatch means that
 * the body changed in transit. Algorithms other than SHA-256 and SHA-512 are ignored.
 */
record ContentDigest(Map<String, byte[]> expected) {
  static final ContentDigest NONE = new ContentDigest(Map.of());

  private static final String HEADER = "Content-Digest";
  private static final String DIFFERS = "the body does not match its Content-Digest";
  private static final Map<String, String> ALGORITHMS =
      Map.of("sha-256", "SHA-256", "sha-512", "SHA-512");
  private static final Pattern MEMBER =
      Pattern.compile("([a-z*][a-z0-9_.*-]*)=:([A-Za-z0-9+/]*={0,2}):(\\s*;.*)?");

  /**
   * Reads a request's Content-Digest header; returns {@link #NONE} without one.
   *
   * @throws ValidationException if the header is malformed
   */
  static ContentDigest of(HttpServerRequest request) {
    List<String> fields = request.headers().getAll(HEADER);
    if (fields.isEmpty()) {
      return NONE;
    }
    Map<String, byte[]> expected = new HashMap<>();
    for (String member : String.join(",", fields).split(",", -1)) {
      Matcher matcher = MEMBER.matcher(member.strip());
      if (!matcher.matches()) {
        throw unreadable();
      }
      byte[] digest = decoded(matcher.group(2));
      String algorithm = ALGORITHMS.get(matcher.group(1));
      if (algorithm != null) {
        expected.put(algorithm, digest);
      }
    }
    return expected.isEmpty() ? NONE : new ContentDigest(Map.copyOf(expected));
  }

  /**
   * Compares the hashes with those of a complete body.
   *
   * @throws ValidationException if a hash differs
   */
  void require(Buffer body) {
    for (var digest : expected.entrySet()) {
      if (!MessageDigest.isEqual(
          start(digest.getKey()).digest(body.getBytes()), digest.getValue())) {
        throw new ValidationException(ErrorCode.DIGEST_MISMATCH, HEADER, DIFFERS);
      }
    }
  }

  /**
   * Returns a writer that commits only bytes with the expected hashes. Otherwise it throws
   * UnfitException (400).
   */
  BlobWriter into(BlobWriter stored) {
    return expected.isEmpty() ? stored : new Checked(stored, expected);
  }

  private static byte[] decoded(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw unreadable();
    }
  }

  private static ValidationException unreadable() {
    return new ValidationException(
        ErrorCode.PARAMETER_INVALID, HEADER, HEADER + " must have the form sha-256=:base64:");
  }

  private static MessageDigest start(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class Checked implements BlobWriter {
    private record Running(MessageDigest digest, byte[] expected) {}

    private final BlobWriter stored;
    private final List<Running> running = new ArrayList<>();

    Checked(BlobWriter stored, Map<String, byte[]> expected) {
      this.stored = stored;
      expected.forEach((algorithm, digest) -> running.add(new Running(start(algorithm), digest)));
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
      running.forEach(each -> each.digest().update(bytes.duplicate()));
      stored.write(bytes);
    }

    @Override
    public Blob commit() throws IOException {
      for (Running each : running) {
        if (!MessageDigest.isEqual(each.digest().digest(), each.expected())) {
          throw new UnfitException(ErrorCode.DIGEST_MISMATCH, HEADER, DIFFERS);
        }
      }
      return stored.commit();
    }

    @Override
    public void close() {
      stored.close();
    }
  }
}
