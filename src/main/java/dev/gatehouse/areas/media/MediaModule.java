package dev.gatehouse.areas.media;

import module java.base;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.bus.Area;
import dev.gatehouse.messages.MediaMessages;
import dev.gatehouse.messages.MediaMessages.BlobChanged;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.settings.Size;
import dev.gatehouse.store.DeletedRecords;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.ReplacedBlobs;
import dev.gatehouse.store.blobs.BlobOwner;

/** Assembles the media area: audio, DNA sequences and the resume. */
public final class MediaModule {
  private static final int DNA_KEY_BYTES = 32;

  private MediaModule() {}

  /** Reads the area's settings to check them. */
  public static void readSettings(Settings settings) {
    MediaSettings.read(settings.section("media"));
  }

  /** Creates the area on a node's documents and blobs. */
  public static AreaModule of(NodeServices node) throws IOException {
    MediaSettings settings = MediaSettings.read(node.settings().section("media"));
    var blobs = node.blobs();
    ExecutorService fills =
        Executors.newSingleThreadExecutor(Thread.ofPlatform().name("decoded-files").factory());
    var cache =
        DecodedFiles.open(
            node.folder().resolve("cache"),
            settings.cacheSize().bytes(),
            node.settings().store().reserve().bytes(),
            fills);
    var wav = new WavRendition(blobs, cache);
    var files = new AudioFiles(node.documents(), node.random());
    var replaced = new ReplacedBlobs(node.documents(), node.clock());
    var audio =
        new AudioOperations(
            files,
            new AudioAtRest(blobs),
            blobs,
            node.codecs(),
            node.dispatcher(),
            replaced,
            new DeletedRecords(node.documents(), node.clock()),
            node.clock());
    var music = new MusicOperations(files, node.pages());
    var vault =
        new DnaVault(blobs, dnaKeys(settings, node), node.random(), settings.dnaSize().bytes());
    var dna =
        new DnaSequences(
            node.documents(),
            vault,
            blobs,
            blob -> node.dispatcher().publish(MediaMessages.BLOBS_CHANGED, new BlobChanged(blob)),
            node.clock());
    var resume = new Resume(node.documents(), replaced, blobs, settings.resumeName(), node.clock());
    return AreaModule.of(
            Area.of(
                "media",
                List.of(
                    audio.operations(), music.operations(), dna.operations(), resume.operations())))
        .addPreparation(dna::prepare)
        .addUploadCheck(vault)
        .addUploadCheck(Resume.intake(settings.resumeSize().bytes()))
        .addRendition(wav)
        .addRendition(new WavRendition.Part(wav))
        .addRendition(vault)
        .onEvent(MediaMessages.BLOBS_CHANGED, event -> drop(wav, event))
        .invalidatesDownloads(MediaMessages.BLOBS_CHANGED)
        .onClose(fills::shutdownNow);
  }

  /**
   * Drops a deleted blob from the cache. A gap in the events drops nothing, because the cache
   * evicts unused files anyway.
   */
  private static void drop(WavRendition wav, BlobChanged event) {
    if (event.blob() != null) {
      wav.drop(event.blob());
    }
  }

  /** Returns the area's documents that reference blobs. */
  public static List<BlobOwner> blobs(Documents documents) {
    return List.of(
        AudioFiles.blobs(documents), DnaSequences.blobs(documents), Resume.blobs(documents));
  }

  /**
   * Returns the keys that encrypt sequences. They are never stored in the documents, because the
   * sequences may be stored beside these.
   */
  private static DnaKeys dnaKeys(MediaSettings settings, NodeServices node) throws IOException {
    if (!settings.dnaKeys().isEmpty()) {
      // Sequences may be encrypted with the key that this node generated before the setting was
      // set.
      Optional<String> generated = node.secrets().find("dna-key");
      return new DnaKeys(
          Stream.concat(settings.dnaKeys().stream(), generated.stream()).distinct().toList());
    }
    return new DnaKeys(
        List.of(
            node.secrets()
                .keep(
                    "dna-key",
                    () -> {
                      byte[] key = new byte[DNA_KEY_BYTES];
                      node.random().nextBytes(key);
                      return HexFormat.of().formatHex(key);
                    })));
  }

  /**
   * The area's settings.
   *
   * @param cacheSize maximum bytes of decoded audio on the disk
   * @param dnaKeys in hexadecimal; the first encrypts, all decrypt; empty to generate a key
   * @param dnaSize maximum letters of one sequence
   * @param resumeName file name offered for a download
   * @param resumeSize maximum bytes of a resume
   */
  record MediaSettings(
      Size cacheSize, List<String> dnaKeys, Size dnaSize, String resumeName, Size resumeSize) {

    static MediaSettings read(Section own) {
      List<String> keys = own.list("dnaKey");
      Check.that(
          keys.stream().allMatch(key -> key.matches("([0-9a-fA-F]{2}){32,}")),
          "media.dnaKey must be 64 or more hexadecimal digits");
      return new MediaSettings(
          own.size("cacheSize"),
          keys,
          own.size("dnaSize"),
          own.text("resumeName", "[^\\p{Cntrl}/\\\\]{1,120}", "must be a file name"),
          own.size("resumeSize"));
    }
  }
}
