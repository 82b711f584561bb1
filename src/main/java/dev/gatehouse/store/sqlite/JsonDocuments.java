package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.bson.BinData;
import de.bwaldvogel.mongo.bson.Decimal128;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.ObjectId;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Converter between documents and the Mongo client's JSON objects, in the format of its codec. */
final class JsonDocuments {
  private static final String DATE = "$date";
  private static final String OBJECT_ID = "$oid";
  private static final String BINARY = "$binary";
  private static final String DECIMAL = "$numberDecimal";
  private static final DateTimeFormatter WRITTEN =
      DateTimeFormatter.ISO_OFFSET_DATE_TIME.withZone(ZoneOffset.UTC);

  private JsonDocuments() {}

  static Document document(JsonObject json) {
    return document(json.getMap());
  }

  private static Document document(Map<?, ?> map) {
    Document document = new Document();
    map.forEach((name, value) -> document.put((String) name, stored(value)));
    return document;
  }

  private static Object stored(Object value) {
    return switch (value) {
      case JsonObject json -> storedMap(json.getMap());
      case Map<?, ?> map -> storedMap(map);
      case JsonArray array -> storedList(array.getList());
      case Collection<?> list -> storedList(list);
      case BigDecimal decimal -> new Decimal128(decimal);
      case byte[] bytes -> Base64.getEncoder().encodeToString(bytes);
      case Float number -> number.doubleValue();
      case Instant instant -> instant.toString();
      case Enum<?> name -> name.name();
      case null -> null;
      default -> value;
    };
  }

  private static List<Object> storedList(Collection<?> list) {
    List<Object> stored = new ArrayList<>(list.size());
    list.forEach(each -> stored.add(stored(each)));
    return stored;
  }

  /** Returns a document, or the value that an object with a single dollar field represents. */
  private static Object storedMap(Map<?, ?> map) {
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      Object operand = entry.getValue();
      switch ((String) entry.getKey()) {
        case DATE -> {
          return OffsetDateTime.parse((String) operand).toInstant();
        }
        case OBJECT_ID -> {
          return new ObjectId((String) operand);
        }
        case BINARY -> {
          if (operand instanceof byte[] bytes) {
            return new BinData(bytes);
          }
          return new BinData(Base64.getDecoder().decode((String) operand));
        }
        case DECIMAL -> {
          return new Decimal128(new BigDecimal((String) operand));
        }
        default -> {
          // An ordinary field.
        }
      }
    }
    return document(map);
  }

  static JsonObject json(Document document) {
    JsonObject json = new JsonObject();
    document.forEach((name, value) -> json.put(name, read(value)));
    return json;
  }

  private static Object read(Object value) {
    return switch (value) {
      case Document document -> json(document);
      case Collection<?> list -> {
        JsonArray array = new JsonArray(new ArrayList<>(list.size()));
        list.forEach(each -> array.add(read(each)));
        yield array;
      }
      case Instant instant -> new JsonObject().put(DATE, WRITTEN.format(instant));
      case ObjectId id -> new JsonObject().put(OBJECT_ID, id.getHexData());
      case BinData binary -> new JsonObject().put(BINARY, binary.getData());
      case Decimal128 decimal -> decimal.toBigDecimal();
      case null -> null;
      default -> value;
    };
  }
}
