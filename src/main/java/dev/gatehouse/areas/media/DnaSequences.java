package dev.gatehouse.areas.media;

import module java.base;

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
import dev.gatehouse.store.Query;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.Blobs;
import dev.gatehouse.store.blobs.NamedBlob;
import dev.gatehouse.store.blobs.UnfitException;
import io.vertx.core.json.JsonObject;

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
        Area.returning(Stored.class, Area.accepting(DnaRequest.class, this::store)),
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
            new ClaimCheck.Content(bases(sequence), "text/plain"),
            new ClaimCheck.Version(sequence.id(), sequence.createdAt()),
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
}
