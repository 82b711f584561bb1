package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.bson.BinData;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.wire.BsonConstants;
import de.bwaldvogel.mongo.wire.bson.BsonDecoder;
import de.bwaldvogel.mongo.wire.bson.BsonEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.Collection;

/**
 * Documents as BSON bytes, which is their stored form. Their exact size is known, and modifying a
 * document that was read does not change the stored one.
 */
final class BsonBytes {
  private static final int SMALL = 64;

  private BsonBytes() {}

  /**
   * Encodes a document.
   *
   * @throws MongoServerError 10334 if it exceeds 16 MiB
   */
  static byte[] encode(Document document) {
    ByteBuf buffer = Unpooled.buffer(estimate(document));
    BsonEncoder.encodeDocument(document, buffer);
    if (buffer.writerIndex() > BsonConstants.MAX_BSON_OBJECT_SIZE) {
      throw new MongoServerError(
          10334,
          "BSONObjectTooLarge",
          "the document has " + buffer.writerIndex() + " bytes, the limit is 16 MiB");
    }
    return Arrays.copyOf(buffer.array(), buffer.writerIndex());
  }

  /**
   * Estimates the encoded size, accurately for large values, so that a large buffer is not copied
   * to grow.
   */
  private static int estimate(Object value) {
    return SMALL
        + switch (value) {
          case String text -> text.length();
          case BinData binary -> binary.getData().length;
          case Document document -> document.values().stream().mapToInt(BsonBytes::estimate).sum();
          case Collection<?> list -> list.stream().mapToInt(BsonBytes::estimate).sum();
          case null, default -> 0;
        };
  }

  static Document decode(byte[] bytes) {
    return BsonDecoder.decodeBson(Unpooled.wrappedBuffer(bytes));
  }
}
