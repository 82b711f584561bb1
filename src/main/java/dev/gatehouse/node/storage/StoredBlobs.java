package dev.gatehouse.node.storage;

import module java.base;

import dev.gatehouse.formats.PlainText;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.settings.SettingsException;
import dev.gatehouse.store.blobs.BlobFolder;
import dev.gatehouse.store.blobs.BlobStore;
import dev.gatehouse.store.blobs.BlobStoreIdentity;
import dev.gatehouse.store.blobs.FileBlobs;
import dev.gatehouse.store.files.PrivateFiles;
import dev.gatehouse.store.s3.S3Blobs;
import dev.gatehouse.store.s3.S3Location;
import dev.gatehouse.store.s3.S3Objects;
import dev.gatehouse.store.s3.S3StoreIdentity;

/**
 * The blob store that the settings select: files in a folder, or objects in a bucket.
 *
 * @param scrubRate bytes that the scrub may read in a second; 0 to read nothing
 */
public record StoredBlobs(
    Settings settings, long cacheBytes, long scrubRate, Optional<S3Objects> objects)
    implements AutoCloseable {
  /** Reads from an object store mostly wait for the network, so they need more threads. */
  private static final int REMOTE_STREAMS = 32;

  /** Reads the settings. Opens no file and sends no request. */
  public static StoredBlobs of(Settings settings) {
    Section own = settings.section("blobs");
    // Read where the cluster starts; here so that it is not reported as unknown.
    own.flag("shared");
    return new StoredBlobs(
        settings,
        own.size("s3CacheSize").bytes(),
        own.size("scrubRate").bytes(),
        location(own, own.url("s3PublicUrl")).map(place -> S3Objects.of(place)));
  }

  /** Reads the settings to check them. */
  public static void readSettings(Settings settings) {
    Section own = settings.section("blobs");
    location(own, own.url("s3PublicUrl"));
    own.flag("shared");
    own.size("s3CacheSize");
    own.size("scrubRate");
  }

  /**
   * Returns the bucket that a section selects; empty if none. Reads every setting, even those that
   * are not used, so that none is reported as unknown.
   *
   * @param clientsUrl URL of the server for clients; empty if they must not access it
   */
  public static Optional<S3Location> location(Section own, String clientsUrl) {
    String url = own.url("s3Url");
    String bucket = own.text("s3Bucket");
    var credential = new S3Location.Credential(own.text("s3AccessKey"), own.text("s3SecretKey"));
    String region = own.text("s3Region");
    Optional<Path> certificate = PlainText.nonEmpty(own.text("s3Certificate")).map(Path::of);
    Duration timeout = own.duration("s3Timeout");
    if (url.isEmpty()) {
      return Optional.empty();
    }
    if (bucket.isEmpty() || credential.accessKey().isEmpty()) {
      throw new SettingsException(
          own.key("s3Url") + " requires s3Bucket, s3AccessKey and s3SecretKey");
    }
    var server =
        new S3Location.Server(
            URI.create(url), PlainText.nonEmpty(clientsUrl).map(URI::create), certificate);
    return Optional.of(new S3Location(server, bucket, region, credential, timeout));
  }

  /** Returns the blob store for inspection, without caches. */
  public BlobStoreIdentity half() {
    // Not a lambda: it would load the SDK even if no object store is configured.
    if (objects.isPresent()) {
      return new S3StoreIdentity(objects.get());
    }
    return new BlobFolder(settings.blobsDir());
  }

  /** Returns the number of threads that a node needs to stream blobs. */
  int streams(int cores) {
    return Math.max(objects.isPresent() ? REMOTE_STREAMS : 4, 2 * cores);
  }

  /** Opens the blob store for reading and writing. */
  BlobStore open(RandomGenerator random) throws IOException {
    long spare = settings.store().reserve().bytes();
    if (objects.isPresent()) {
      return S3Blobs.open(objects.get(), disk(), cacheBytes, spare, random);
    }
    return FileBlobs.open(settings.blobsDir(), spare, random);
  }

  /** Returns the local folder whose disk holds the blobs, or their temporary copies. */
  Path disk() throws IOException {
    if (objects.isPresent()) {
      return PrivateFiles.folder(settings.data().dir().resolve("blob-cache"));
    }
    return settings.blobsDir();
  }

  @Override
  public void close() {
    objects.ifPresent(S3Objects::close);
  }
}
