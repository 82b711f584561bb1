package dev.gatehouse.areas.media;

import module java.base;

/**
 * A stored sequence, encrypted and then authenticated:
 *
 * <pre>
 * "GDNA" | version, 1 byte | key name, 4 | id, 16 | IV, 16 | AES-256-CBC, PKCS #7 | HMAC-SHA256, 32
 * </pre>
 *
 * The HMAC covers everything before it. The plaintext contains the bases, four per byte, followed
 * by their number in 8 bytes, big-endian.
 *
 * @param id of the sequence, 32 hexadecimal digits
 * @param bases number of bases stated at the end of the ciphertext
 * @param end of the ciphertext
 */
record DnaEnvelope(String id, DnaKeys.Pair keys, byte[] iv, long bases, long end) {
  static final int ID = 16;
  static final int BLOCK = 16;
  static final int TAG = 32;
  static final int HEADER = 4 + 1 + DnaKeys.NAME + ID + BLOCK;
  static final int BUFFER = 64 * 1024;

  private static final byte[] MAGIC = {'G', 'D', 'N', 'A', 1};
  private static final String DAMAGED = "the sequence is damaged";

  static byte[] header(byte[] keyName, byte[] id, byte[] iv) {
    return ByteBuffer.allocate(HEADER).put(MAGIC).put(keyName).put(id).put(iv).array();
  }

  static Cipher cipher(int mode, String padding, DnaKeys.Pair keys, byte[] iv) {
    try {
      Cipher cipher = Cipher.getInstance("AES/CBC/" + padding);
      cipher.init(mode, keys.encryption(), new IvParameterSpec(iv));
      return cipher;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }

  static Mac mac(DnaKeys.Pair keys) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(keys.authentication());
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }

  /** Reads the fields of an envelope. They must not be trusted before {@link #verify}. */
  static DnaEnvelope read(SeekableByteChannel file, DnaKeys keys) throws IOException {
    long end = file.size() - TAG;
    if (end < HEADER + BLOCK || (end - HEADER) % BLOCK != 0) {
      throw new IOException(DAMAGED);
    }
    byte[] header = LittleEndian.bytes(file, 0, HEADER);
    if (!Arrays.equals(header, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      throw new IOException(DAMAGED);
    }
    int at = MAGIC.length;
    DnaKeys.Pair pair = keys.named(Arrays.copyOfRange(header, at, at += DnaKeys.NAME));
    String id = HexFormat.of().formatHex(header, at, at += ID);
    byte[] iv = Arrays.copyOfRange(header, at, HEADER);
    return new DnaEnvelope(id, pair, iv, bases(file, pair, iv, end), end);
  }

  /** Returns the number of bases, which is in the last two blocks. */
  private static long bases(SeekableByteChannel file, DnaKeys.Pair keys, byte[] iv, long end)
      throws IOException {
    long from = Math.max(HEADER, end - 2 * BLOCK);
    Cipher cipher = cipher(Cipher.DECRYPT_MODE, "NoPadding", keys, ivAt(file, iv, from));
    byte[] plain = cipher.update(LittleEndian.bytes(file, from, (int) (end - from)));
    int length = plain.length - plain[plain.length - 1];
    if (length < Long.BYTES || length > plain.length) {
      throw new IOException(DAMAGED);
    }
    long bases = ByteBuffer.wrap(plain, length - Long.BYTES, Long.BYTES).getLong();
    long packed = from - HEADER + length - Long.BYTES;
    if (bases < 1 || (bases - 1) / Bases.IN_A_BYTE != packed - 1) {
      throw new IOException(DAMAGED);
    }
    return bases;
  }

  /** Returns the chaining value of the block at this position of the file. */
  static byte[] ivAt(SeekableByteChannel file, byte[] first, long place) throws IOException {
    return place == HEADER ? first : LittleEndian.bytes(file, place - BLOCK, BLOCK);
  }

  /** Verifies the HMAC of the whole file. */
  void verify(SeekableByteChannel file) throws IOException {
    Mac mac = mac(keys);
    ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    file.position(0);
    for (long left = end; left > 0; ) {
      buffer.clear().limit((int) Math.min(buffer.capacity(), left));
      int n = file.read(buffer);
      if (n < 0) {
        throw new EOFException(DAMAGED);
      }
      mac.update(buffer.flip());
      left -= n;
    }
    if (!MessageDigest.isEqual(mac.doFinal(), LittleEndian.bytes(file, end, TAG))) {
      throw new IOException(DAMAGED);
    }
  }
}
