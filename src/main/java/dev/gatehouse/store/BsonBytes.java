package dev.gatehouse.store;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.impl.codec.json.JsonObjectCodec;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/** Documents as BSON bytes, by the Mongo client's codec. */
public final class BsonBytes {
  private static final JsonObjectCodec CODEC = new JsonObjectCodec(new JsonObject());

  private BsonBytes() {}

  public static JsonObject decode(byte[] bson) {
    try (var in = new BsonBinaryReader(ByteBuffer.wrap(bson))) {
      return CODEC.decode(in, DecoderContext.builder().build());
    }
  }

  /** Encodes a document. Decimals become Decimal128, which has 34 digits. */
  public static byte[] encode(JsonObject document) {
    try (var bytes = new BasicOutputBuffer();
        var out = new BsonBinaryWriter(bytes)) {
      CODEC.encode(out, (JsonObject) encodable(document), EncoderContext.builder().build());
      return bytes.toByteArray();
    }
  }

  /** The codec knows decimals only as objects. */
  private static Object encodable(Object value) {
    return switch (value) {
      case JsonObject object -> {
        JsonObject copy = new JsonObject();
        // Not forEach(), which would replace bytes by text.
        object.getMap().forEach((name, each) -> copy.put(name, encodable(each)));
        yield copy;
      }
      case JsonArray list -> {
        JsonArray copy = new JsonArray();
        for (Object each : list.getList()) {
          copy.add(encodable(each));
        }
        yield copy;
      }
      case BigDecimal number -> new JsonObject().put("$numberDecimal", number.toString());
      case null -> null;
      default -> value;
    };
  }
}
