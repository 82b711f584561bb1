package dev.gatehouse.store.embedded;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.wire.BsonConstants;
import de.bwaldvogel.mongo.wire.bson.BsonDecoder;
import de.bwaldvogel.mongo.wire.bson.BsonEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;

/**
 * Documents as BSON bytes, the form in which they are stored: their true size is known, and nobody
 * can change a stored document by changing one that was read.
 */
final class BsonBytes {
  private BsonBytes() {}

  static byte[] encode(Document document) {
    ByteBuf buffer = Unpooled.buffer(512);
    BsonEncoder.encodeDocument(document, buffer);
    if (buffer.writerIndex() > BsonConstants.MAX_BSON_OBJECT_SIZE) {
      throw new MongoServerError(
          10334,
          "BSONObjectTooLarge",
          "the document has " + buffer.writerIndex() + " bytes, the limit is 16 MiB");
    }
    return Arrays.copyOf(buffer.array(), buffer.writerIndex());
  }

  static Document decode(byte[] bytes) {
    return BsonDecoder.decodeBson(Unpooled.wrappedBuffer(bytes));
  }
}
