package dev.gatehouse.node;

import dev.gatehouse.embedded.EmbeddedMongo;
import dev.gatehouse.media.AudioFiles;
import dev.gatehouse.media.DecodedFiles;
import dev.gatehouse.media.DnaKeys;
import dev.gatehouse.media.DnaSequences;
import dev.gatehouse.media.DnaVault;
import dev.gatehouse.media.Resume;
import dev.gatehouse.media.WavRendition;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.AsStored;
import dev.gatehouse.store.BlobOwner;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.FileBlobs;
import dev.gatehouse.store.Intake;
import dev.gatehouse.store.Rendition;
import dev.gatehouse.store.Reserve;
import dev.gatehouse.trading.CsvRendition;
import dev.gatehouse.trading.Folders;
import dev.gatehouse.trading.OpenCopies;
import dev.gatehouse.trading.SymbolFiles;
import dev.gatehouse.trading.TradingLogs;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.MongoClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Where everything is kept: documents, blobs, and the caches over them. */
final class Storage implements AutoCloseable {
  private static final String DATABASE = "gatehouse";
  private static final int CONNECTIONS = 32;

  /** No living upload pauses for so long: whatever is unfinished and older is a dead node's. */
  private static final Duration UNFINISHED = Duration.ofHours(1);

  /** Twice the longest upload and its conversion. */
  private static final Duration SPARED = Duration.ofHours(24);

  private final Optional<EmbeddedMongo> embedded;
  private final MongoClient mongo;
  private final InstantSource clock;
  private final Reserve reserve;
  private final ExecutorService fills;
  private final Sweep sweep;
  final Path workshop;
  final Documents documents;
  final FileBlobs blobs;
  final WavRendition wav;
  final AudioFiles audio;
  final SymbolFiles symbols;
  final OpenCopies copies;
  final TradingLogs tradingLogs;
  final DnaSequences dna;
  final Resume resume;
  private final DnaVault vault;
  private final Settings.Media media;

  Storage(Vertx vertx, Settings settings, DnaKeys dnaKeys, InstantSource clock) throws IOException {
    this.clock = clock;
    Path data = settings.data().dir();
    Files.createDirectories(data);
    embedded =
        settings.mongo().url().isEmpty()
            ? Optional.of(
                EmbeddedMongo.start(data.resolve("documents"), 0, settings.store().fsync()))
            : Optional.empty();
    mongo =
        MongoClient.create(
            vertx,
            new JsonObject()
                .put(
                    "connection_string",
                    embedded.map(EmbeddedMongo::url).orElse(settings.mongo().url()))
                .put("db_name", DATABASE)
                .put("maxPoolSize", CONNECTIONS)
                .put("useObjectId", false)
                .put("serverSelectionTimeoutMS", settings.mongo().selectionTimeout().toMillis()));
    documents = new Documents(mongo);
    long spare = settings.store().reserve().bytes();
    blobs = FileBlobs.open(settings.blobsDir(), spare, new SecureRandom());
    reserve = Reserve.on(settings.blobsDir(), spare);
    fills = Executors.newSingleThreadExecutor(Thread.ofPlatform().name("decoded-files").factory());
    wav =
        new WavRendition(
            blobs,
            DecodedFiles.open(
                data.resolve("cache"), settings.media().cacheSize().bytes(), spare, fills));
    audio = new AudioFiles(documents);
    symbols = new SymbolFiles(documents);
    copies = new OpenCopies(blobs);
    tradingLogs = new TradingLogs(documents);
    workshop = data.resolve("imports");
    Folders.clear(workshop);
    media = settings.media();
    vault = new DnaVault(blobs, dnaKeys, new SecureRandom(), media.dnaSize().bytes());
    dna = new DnaSequences(documents, vault, blobs, clock);
    resume = new Resume(documents, blobs, media.resumeName(), clock);
    sweep = new Sweep(blobs, List.<BlobOwner>of(audio, symbols, dna, resume), SPARED, clock);
  }

  /** Makes the areas' indexes; blocks. */
  void prepare() {
    audio.prepare();
    symbols.prepare();
    tradingLogs.prepare();
    dna.prepare();
  }

  /** Everything that an upload may pass on its way in. */
  List<Intake> intakes() {
    return List.of(vault, Resume.intake(media.resumeSize().bytes()));
  }

  /** Every rendition there is, whatever this node deploys: any http node serves any claim check. */
  List<Rendition> renditions() {
    return List.of(new AsStored(blobs), wav, new CsvRendition(copies), vault);
  }

  /** Empty when documents can be read, else what is wrong; blocks. */
  Optional<String> documentsTrouble() {
    Optional<String> trouble = embedded.flatMap(EmbeddedMongo::trouble);
    if (trouble.isEmpty()) {
      documents.ping();
    }
    return trouble;
  }

  /** Empty while uploads have room, else what is wrong. */
  Optional<String> diskTrouble() {
    return reserve.allows(1)
        ? Optional.empty()
        : Optional.of("the disk is nearly full: uploads are refused");
  }

  /** A blob was deleted, here or on another node. */
  void forget(String blob) {
    wav.drop(blob);
  }

  long documentsRead() {
    return embedded.map(EmbeddedMongo::documentsRead).orElse(0L);
  }

  /** Deletes what dead nodes and broken uploads left behind; blocks. */
  void sweep() throws IOException {
    blobs.removeUnfinished(clock.instant().minus(UNFINISHED));
    sweep.run();
  }

  /** To be closed before Vert.x, which it works on. */
  void closeClient() {
    mongo.close().await();
  }

  /** To be closed after Vert.x, when nobody writes any more. */
  @Override
  public void close() {
    fills.shutdownNow();
    embedded.ifPresent(EmbeddedMongo::close);
  }
}
