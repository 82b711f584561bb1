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
 * Documents as BSON bytes, the form in which they are stored: their true size is known, and nobody
 * can change a stored document by changing one that was read.
 */
final class BsonBytes {
  private static final int SMALL = 64;

  private BsonBytes() {}

  /**
   * The bytes of a document.
   *
   * @throws MongoServerError 10334 beyond 16 MiB
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

  /** Near the truth for what is large, so that a large buffer need not grow by copying. */
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
