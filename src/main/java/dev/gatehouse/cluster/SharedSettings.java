package dev.gatehouse.cluster;

import module java.base;

import dev.gatehouse.formats.CommandName;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.settings.SettingsException;

/**
 * Settings that must be set before a node joins a cluster. Generated values would differ from those
 * of other nodes: two owners, and tokens and files that only one node can read.
 */
public final class SharedSettings {
  private SharedSettings() {}

  /** Returns where the secrets come from: those of a node that has run must be kept. */
  private static String origin(Settings settings) {
    Path secrets = settings.data().dir().resolve("secrets");
    List<String> generated =
        Stream.of("jwt-secret", "dna-key")
            .map(secrets::resolve)
            .filter(Files::exists)
            .map(Path::toString)
            .toList();
    return generated.isEmpty()
        ? "Choose the code and the key, make the secrets with: openssl rand -hex 32."
        : ("This node has generated %s: with other secrets, stored DNA sequences would be"
                + " unreadable and all sessions would end. %s cluster prepare prints them for the"
                + " environment of all nodes.")
            .formatted(String.join(" and ", generated), CommandName.get());
  }

  /**
   * Checks that the shared settings are set.
   *
   * @throws SettingsException that lists all missing settings and the remedy
   */
  public static void mustBeGiven(Settings settings) {
    Map<String, Boolean> given = new LinkedHashMap<>();
    given.put("GATEHOUSE_MONGO_URL", !settings.mongo().url().isEmpty());
    given.put("GATEHOUSE_ACCESS_PERMANENT_CODE", !settings.access().permanentCode().isEmpty());
    given.put("GATEHOUSE_ACCESS_API_KEY", !settings.access().apiKey().isEmpty());
    given.put("GATEHOUSE_ACCESS_JWT_SECRET", !settings.access().jwt().secrets().isEmpty());
    given.put("GATEHOUSE_MEDIA_DNA_KEY", !settings.section("media").list("dnaKey").isEmpty());
    given.put("GATEHOUSE_PUBLIC_URL", !settings.publicAddress().url().isEmpty());
    List<String> missing =
        given.entrySet().stream()
            .filter(entry -> !entry.getValue())
            .map(Map.Entry::getKey)
            .toList();
    if (!missing.isEmpty()) {
      throw new SettingsException(
          ("a node of a cluster (cluster.enabled) needs %s, the same on every node: a single"
                  + " node generates them, but nodes with generated values would each have another"
                  + " owner. %s"
                  + " The public URL is the load balancer's address, by which links in emails begin."
                  + " Share documents with a MongoDB or FerretDB server: the embedded store serves"
                  + " one node only")
              .formatted(String.join(", ", missing), origin(settings)));
    }
    Section blobs = settings.section("blobs");
    if (!blobs.flag("shared") && blobs.url("s3Url").isEmpty()) {
      throw new SettingsException(
          "a node of a cluster (cluster.enabled) needs shared files: set GATEHOUSE_BLOBS_DIR to a"
              + " folder that is mounted on every node, and GATEHOUSE_BLOBS_SHARED=true,"
              + " or set GATEHOUSE_BLOBS_S3_URL to an object store");
    }
  }
}
