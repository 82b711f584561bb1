package dev.gatehouse.areas.media;

import module java.base;

import dev.gatehouse.areas.media.DnaKeys.MissingDnaKeyException;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.ClaimCheck;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Upload;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.BlobFields;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.Blobs;
import dev.gatehouse.store.blobs.NamedBlob;
import dev.gatehouse.store.blobs.UnfitException;
import io.vertx.core.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Operations on DNA sequences, which are stored encrypted and returned to callers that know the id.
 */
public final class DnaSequences {
  private static final String COLLECTION = "dna";

  private final DocumentCollection<DnaSequence> sequences;
  private final DnaVault vault;
  private final Blobs blobs;
  private final Consumer<String> deleted;
  private final InstantSource clock;
  private final DnaKeyCheck keyCheck;

  /**
   * @param deleted receives the blob of each deleted sequence
   */
  public DnaSequences(
      Documents documents,
      DnaVault vault,
      Blobs blobs,
      Consumer<String> deleted,
      InstantSource clock) {
    this.sequences = documents.collection(COLLECTION, DnaSequence.class, Query.by("blob"));
    this.vault = vault;
    this.blobs = blobs;
    this.deleted = deleted;
    this.clock = clock;
    this.keyCheck = new DnaKeyCheck(documents, sequences, vault, clock);
  }

  /** Checks the keys. */
  public void prepare() {
    keyCheck.check();
  }

  Map<String, Area.Handler> operations() {
    return Map.of(
        "media.storeDna",
        Area.returning(Stored.class, DnaRequest.class, this::store),
        "media.getDna",
        this::get,
        "media.deleteDna",
        Area.returning(Done.class, this::delete));
  }

  private record DnaRequest(String dna) {}

  private record Stored(String id, String message) {}

  private Answer store(Call call, DnaRequest request) throws IOException {
    // The vault already encrypted an upload while it was received.
    Blob envelope = request == null ? uploaded(call) : encrypt(request.dna());
    DnaVault.Label label = vault.label(envelope.id());
    keyCheck.note();
    sequences.insert(DnaSequence.of(label.id(), envelope, clock.instant()));
    return Answer.created(new Stored(label.id(), "stored encrypted: " + label.bases() + " bases"));
  }

  private static Blob uploaded(Call call) {
    Upload upload = call.uploads().getFirst();
    return new Blob(upload.blob(), upload.size(), upload.sha256());
  }

  private Blob encrypt(String dna) throws IOException {
    try {
      // A letter outside Latin 1 becomes a question mark, which is not a valid base either.
      return vault.store(dna.getBytes(StandardCharsets.ISO_8859_1));
    } catch (UnfitException e) {
      throw ApiException.of(e.code(), "dna", "dna: " + e.getMessage());
    }
  }

  private Answer get(Call call) {
    DnaSequence sequence = sequences.find(call.text("id")).orElseThrow(() -> unknown().exception());
    return Answer.stored(
        new ClaimCheck(
            vault.name(),
            DnaVault.reference(sequence.blob(), sequence.id()),
            bases(sequence),
            "text/plain",
            sequence.id(),
            sequence.createdAt(),
            "dna-" + sequence.id() + ".txt"));
  }

  /** Returns the length stated in the envelope, so no other source has to be trusted. */
  private long bases(DnaSequence sequence) {
    try {
      return vault.label(sequence.blob()).bases();
    } catch (MissingDnaKeyException e) {
      throw ApiError.of(ErrorCode.DNA_KEY_MISSING, "the sequence was encrypted with another key")
          .because(e.getMessage())
          .exception(e);
    } catch (IOException e) {
      throw ApiError.of(ErrorCode.DATA_UNREADABLE, "the file cannot be read")
          .because(e.toString())
          .exception(e);
    }
  }

  private Answer delete(Call call) {
    DnaSequence sequence =
        sequences
            .take(new JsonObject().put("_id", call.text("id")))
            .orElseThrow(() -> unknown().exception());
    blobs.discard(sequence.blob());
    deleted.accept(sequence.blob());
    return Answer.ok(new Done(true, "the sequence is deleted"));
  }

  private static ApiError unknown() {
    return ApiError.of(ErrorCode.SEQUENCE_NOT_FOUND, "sequence not found");
  }

  /**
   * Returns the blobs that the documents reference. A sequence's id grants access, so it is not
   * disclosed.
   */
  static BlobOwner blobs(Documents documents) {
    return new BlobFields<>(
            documents.collection(COLLECTION, DnaSequence.class),
            DnaSequence::id,
            List.of("blob"),
            sequence ->
                List.of(
                    NamedBlob.of(
                        sequence.blob(), "a DNA sequence", sequence.size(), sequence.sha256())))
        .completing(new BlobFields.Missing("size", "sha256"));
  }

  /**
   * Check values of the keys that have encrypted sequences: the names of the keys, which are stored
   * with the documents. A start with another key is reported at once.
   */
  static final class DnaKeyCheck {
    private static final Logger LOG = LoggerFactory.getLogger(DnaKeyCheck.class);

    private final DocumentCollection<UsedKey> used;
    private final DocumentCollection<DnaSequence> sequences;
    private final DnaVault vault;
    private final InstantSource clock;
    private volatile boolean noted;

    /**
     * @param id name of the key, in hexadecimal
     */
    private record UsedKey(String id, Instant since) {}

    DnaKeyCheck(
        Documents documents,
        DocumentCollection<DnaSequence> sequences,
        DnaVault vault,
        InstantSource clock) {
      this.used = documents.collection("dnaKeys", UsedKey.class);
      this.sequences = sequences;
      this.vault = vault;
      this.clock = clock;
    }

    /** Stores the name of the key that encrypts, before the first sequence. Blocks. */
    void note() {
      if (!noted) {
        add(vault.keys().newest().hexName());
        noted = true;
      }
    }

    private void add(String name) {
      try {
        used.insert(new UsedKey(name, clock.instant()));
      } catch (DuplicateKeyException known) {
        // Another node, or an earlier start, has stored it.
      }
    }

    /** Logs which keys are missing on this node. Blocks. */
    void check() {
      List<DnaSequence> any = sequences.find(Query.all(), Query.by("_id").json(), 0, 1);
      if (any.isEmpty()) {
        used.delete(Query.all());
        return;
      }
      Set<String> missing =
          used.find(Query.all(), Query.by("_id").json(), 0, 0).stream()
              .map(UsedKey::id)
              .collect(Collectors.toCollection(TreeSet::new));
      if (missing.isEmpty()) {
        // Stored by a release without check values.
        try {
          add(vault.keyName(any.getFirst().blob()));
        } catch (MissingDnaKeyException other) {
          LOG.error("stored DNA sequences cannot be read: {}", other.getMessage());
          return;
        } catch (IOException unreadable) {
          LOG.warn("the key of the DNA sequences was not checked: {}", unreadable.toString());
          return;
        }
      }
      missing.removeAll(vault.keys().names());
      if (!missing.isEmpty()) {
        LOG.error(
            "stored DNA sequences cannot be read: encrypted with the keys {}, which this node does"
                + " not have: add the earlier key to media.dnaKey",
            missing);
      }
    }
  }

  /**
   * A stored sequence.
   *
   * @param id the only way to access it: 128 random bits in hexadecimal
   * @param blob its envelope
   * @param size of the envelope; 0 if an earlier release stored it and the scrub has not read it
   *     yet
   * @param sha256 of the envelope; null if the size is 0
   */
  record DnaSequence(String id, String blob, long size, String sha256, Instant createdAt) {
    static DnaSequence of(String id, Blob envelope, Instant now) {
      return new DnaSequence(id, envelope.id(), envelope.size(), envelope.sha256(), now);
    }
  }
}
