package dev.gatehouse.areas.media;

import module java.base;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.ClaimCheck;
import dev.gatehouse.bus.Upload;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.BlobFields;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.ReplacedBlobs;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.Blobs;
import dev.gatehouse.store.blobs.NamedBlob;
import dev.gatehouse.store.blobs.SignatureCheck;
import dev.gatehouse.store.blobs.UploadCheck;
import dev.gatehouse.time.StoredTime;
import io.vertx.core.json.JsonObject;

/** The owner's resume: one PDF file, available to holders of a token. */
public final class Resume {
  private static final String COLLECTION = "resume";
  private static final int HEADER_WITHIN = 1_024;
  private static final String CURRENT = "current";

  private final DocumentCollection<Stored> resumes;
  private final ReplacedBlobs replacedBlobs;
  private final Blobs blobs;
  private final String fileName;
  private final InstantSource clock;

  private record Stored(String id, String blob, long size, String sha256, Instant updatedAt) {}

  private record Kept(boolean success, String message, long size, Instant updatedAt) {}

  /**
   * @param fileName file name offered for a download
   */
  public Resume(
      Documents documents,
      ReplacedBlobs replacedBlobs,
      Blobs blobs,
      String fileName,
      InstantSource clock) {
    this.replacedBlobs = replacedBlobs;
    this.resumes = documents.collection(COLLECTION, Stored.class);
    this.blobs = blobs;
    this.fileName = fileName;
    this.clock = clock;
  }

  /** Accepts only PDF files. Readers find the header within the first 1,024 bytes (ISO 32000). */
  public static UploadCheck intake(long limit) {
    return new SignatureCheck(
        "pdf", limit, "%PDF-".getBytes(StandardCharsets.US_ASCII), HEADER_WITHIN, "not a PDF file");
  }

  Map<String, Area.Handler> operations() {
    return Map.of(
        "media.putResume",
        Area.returning(Kept.class, this::put),
        "media.downloadResume",
        this::download);
  }

  /**
   * Replaces the resume. The previous file is kept for a time, because a client may be about to
   * read it.
   */
  private Answer put(Call call) {
    Upload upload = call.uploads().getFirst();
    Instant now = StoredTime.now(clock);
    Optional<Stored> before = resumes.find(CURRENT);
    var next = new Stored(CURRENT, upload.blob(), upload.size(), upload.sha256(), now);
    if (call.seen().isEmpty()) {
      resumes.save(next, CURRENT);
    } else if (!replaced(call.seen().get(), next)) {
      throw ApiError.changed().exception();
    }
    before.ifPresent(stored -> replacedBlobs.add(Set.of(stored.blob())));
    return Answer.ok(new Kept(true, "the resume is stored", upload.size(), now));
  }

  /**
   * Stores a resume if the resume with the digest {@code seen} is still stored. If {@code seen} is
   * empty, stores the first resume.
   */
  private boolean replaced(String seen, Stored next) {
    if (!seen.isEmpty()) {
      return resumes.replace(new JsonObject().put("_id", CURRENT).put("sha256", seen), next);
    }
    try {
      resumes.insert(next);
      return true;
    } catch (DuplicateKeyException another) {
      return false;
    }
  }

  private Answer download(Call call) {
    Stored resume =
        resumes
            .find(CURRENT)
            .orElseThrow(() -> ApiException.of(ErrorCode.RESUME_NOT_FOUND, "no resume is stored"));
    mustBeThere(resume);
    return Answer.stored(
        new ClaimCheck(
            "stored",
            resume.blob(),
            resume.size(),
            "application/pdf",
            resume.sha256(),
            resume.updatedAt(),
            fileName));
  }

  private void mustBeThere(Stored resume) {
    try (var file = blobs.open(resume.blob())) {
      if (file.size() != resume.size()) {
        throw new IOException(file.size() + " bytes instead of " + resume.size());
      }
    } catch (IOException e) {
      throw ApiError.of(ErrorCode.FILE_UNREADABLE, "the resume cannot be read")
          .because(e.toString())
          .exception(e);
    }
  }

  /** Returns the blob that the document references. */
  static BlobOwner blobs(Documents documents) {
    return new BlobFields<>(
        documents.collection(COLLECTION, Stored.class),
        Stored::id,
        List.of("blob"),
        stored ->
            List.of(new NamedBlob(stored.blob(), "the resume", stored.size(), stored.sha256())));
  }
}
