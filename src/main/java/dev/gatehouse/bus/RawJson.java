package dev.gatehouse.bus;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Embeds encoded JSON as it is, so that a body is encoded once even when it crosses nodes. */
final class RawJson {
  private RawJson() {}

  static final class Writer extends JsonSerializer<Buffer> {
    @Override
    public void serialize(Buffer json, JsonGenerator out, SerializerProvider providers)
        throws IOException {
      out.writeRawValue(json.toString());
    }
  }

  static final class Reader extends JsonDeserializer<Buffer> {
    @Override
    public Buffer deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      var bytes = new ByteArrayOutputStream();
      try (var out = parser.getCodec().getFactory().createGenerator(bytes)) {
        // Digit for digit: a price of 0.10 stays one.
        out.copyCurrentStructureExact(parser);
      }
      return Buffer.buffer(bytes.toByteArray());
    }
  }
}
