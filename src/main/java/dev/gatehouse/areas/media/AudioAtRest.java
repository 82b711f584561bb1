package dev.gatehouse.areas.media;

import module java.base;

import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobWriter;
import dev.gatehouse.store.blobs.Blobs;

/**
 * Converts uploaded WAV files into their stored form: independent zstd frames that support Range
 * requests.
 */
public record AudioAtRest(Blobs blobs) {
  /**
   * A WAV file in its stored form.
   *
   * @param blob the stored form
   * @param originalSize bytes of the WAV file
   * @param sha256 lower-case hexadecimal digest of the WAV file, usable for its ETag
   * @param wav the contents of its header
   * @param song tags, format and picture
   */
  public record Stored(Blob blob, long originalSize, String sha256, Wav wav, WavTags.Read song) {}

  /**
   * Validates a raw blob and writes its stored form as another blob. The caller keeps ownership of
   * the raw blob, which is never deleted here. A failure leaves no other blob behind. Blocks for
   * about 3 s per GB.
   *
   * @throws NotWavException if the raw blob is not a WAV file
   * @throws IOException if the raw blob has changed
   * @throws dev.gatehouse.store.files.NoSpaceException if the disk is full
   */
  public Stored store(Blob raw) throws IOException, NotWavException {
    try (SeekableByteChannel file = blobs.open(raw.id())) {
      Wav wav = Wav.read(file);
      try (BlobWriter out = blobs.create();
          SeekableZstdWriter frames = new SeekableZstdWriter(out)) {
        Peaks peaks = new Peaks(wav);
        byte[] digest = compress(file, wav, frames, peaks);
        String sha256 = HexFormat.of().formatHex(digest);
        if (!sha256.equals(raw.sha256())) {
          throw new IOException("the uploaded file " + raw.id() + " has changed");
        }
        frames.finish(digest);
        WavTags.Read song = WavTags.of(file, wav, peaks.list());
        return new Stored(out.commit(), file.size(), sha256, wav, song);
      }
    }
  }

  private static byte[] compress(
      SeekableByteChannel file, Wav wav, SeekableZstdWriter frames, Peaks peaks)
      throws IOException {
    MessageDigest digest = Sha256.digest();
    byte[] bytes = new byte[SeekableZstdWriter.FRAME];
    long size = file.size();
    for (long at = 0; at < size; ) {
      int length = (int) (cutAfter(at, wav, size) - at);
      LittleEndian.readFully(file, at, bytes, length);
      digest.update(bytes, 0, length);
      frames.frame(bytes, length);
      peaks.add(at, bytes, length);
      at += length;
    }
    return digest.digest();
  }

  /**
   * Ends frames between two blocks of samples, because half a block at a frame's start compresses
   * badly.
   */
  static long cutAfter(long at, Wav wav, long size) {
    long cut = Math.min(at + SeekableZstdWriter.FRAME, size);
    if (cut == size || cut <= wav.dataOffset()) {
      return cut;
    }
    return cut - (cut - wav.dataOffset()) % wav.blockAlign();
  }
}
