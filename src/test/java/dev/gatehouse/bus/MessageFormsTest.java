package dev.gatehouse.bus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.messages.Messages;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The wire forms of all declared messages and events, of records whose fields are all set. A file
 * of {@code bus/messages} that no longer fits means that two releases misunderstand each other: add
 * optional fields instead of changing a form.
 */
class MessageFormsTest {
  private static final String FOLDER = "/bus/messages/";
  private static final Instant TIME = Instant.parse("2026-11-21T08:00:00.250Z");

  /** A declared message or event by its address, with its forms. */
  private record Form(String name, String json, Map<Class<?>, String> records) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Form> forms() {
    return Stream.concat(
        Messages.all().stream().map(declared -> form(declared.message())),
        Messages.events().stream().map(MessageFormsTest::form));
  }

  private static <Q, R> Form form(Message<Q, R> message) {
    Call call = message.call(sample(message.request()), Origin.UNKNOWN, Duration.ofSeconds(1));
    JsonObject sent = Json.encode(call).toJsonObject();
    JsonObject reply = Json.encode(sample(message.reply())).toJsonObject();
    var form =
        new JsonObject()
            .put("parameters", sent.getJsonObject("parameters"))
            .put("body", sent.getJsonObject("body"))
            .put("reply", reply);
    return new Form(
        message.address(), form.encodePrettily(), Map.of(message.reply(), reply.encode()));
  }

  private static <T> Form form(EventType<T> type) {
    JsonObject event = Json.encode(type.event(sample(type.type()))).toJsonObject();
    return new Form(type.name(), event.encodePrettily(), Map.of());
  }

  @ParameterizedTest
  @MethodSource("forms")
  void writesTheGoldenForm(Form form) throws IOException {
    if (Boolean.getBoolean("gatehouse.write")) {
      Files.writeString(Path.of("src/test/resources" + file(form.name())), form.json() + '\n');
      return;
    }
    try (InputStream in = MessageFormsTest.class.getResourceAsStream(file(form.name()))) {
      String file = "src/test/resources" + file(form.name());
      assertNotNull(in, () -> file + " is missing:\n" + form.json());
      assertEquals(new String(in.readAllBytes(), UTF_8).strip(), form.json());
    }
  }

  @ParameterizedTest
  @MethodSource("forms")
  void readsItsOwnReply(Form form) {
    form.records()
        .forEach(
            (type, json) -> assertEquals(sample(type), Json.decode(json.getBytes(UTF_8), type)));
  }

  @Test
  void readsItsOwnRequests() {
    for (Messages.Declared declared : Messages.all()) {
      Class<?> type = declared.message().request();
      Object sample = sample(type);
      assertEquals(sample, Json.convert(Json.plain(sample), type), declared.file());
    }
  }

  /** The other fields of such an event are null, which no listener may trip over. */
  @Test
  void readsEventsThatReportLostEvents() {
    for (EventType<?> type : Messages.events()) {
      assertNotNull(type.data(Event.gap(type.name(), 3)), type.name());
    }
  }

  @Test
  void readsTheRequestsOfLaterReleases() {
    for (Messages.Declared declared : Messages.all()) {
      Class<?> type = declared.message().request();
      Map<String, Object> later = Json.plain(sample(type));
      later.put("newField", List.of(Map.of()));
      assertEquals(sample(type), Json.convert(later, type), declared.file());
    }
  }

  @Test
  void keepsNoFileOfADeletedMessage() throws IOException, URISyntaxException {
    Set<String> names = forms().map(form -> form.name() + ".json").collect(Collectors.toSet());
    try (Stream<Path> files =
        Files.list(Path.of(MessageFormsTest.class.getResource(FOLDER).toURI()))) {
      Set<String> left =
          files
              .map(file -> file.getFileName().toString())
              .collect(Collectors.toCollection(TreeSet::new));
      left.removeAll(names);
      assertTrue(left.isEmpty(), left::toString);
    }
  }

  private static String file(String name) {
    return FOLDER + name + ".json";
  }

  private static <T> T sample(Class<T> type) {
    return type.cast(sample(type, type.getSimpleName()));
  }

  private static Object sample(Type type, String name) {
    if (type instanceof ParameterizedType generic) {
      Type element = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
      Object value = sample(element, name);
      if (generic.getRawType() == Map.class) {
        return Map.of("key", value);
      }
      return generic.getRawType() == Set.class ? Set.of(value) : List.of(value);
    }
    Class<?> plain = (Class<?>) type;
    if (plain.isEnum()) {
      return plain.getEnumConstants()[0];
    }
    return plain.isRecord() ? filled(plain) : scalar(plain, name);
  }

  private static Object scalar(Class<?> type, String name) {
    return switch (type.getSimpleName()) {
      case "String", "Object" -> "a " + name;
      case "boolean", "Boolean" -> true;
      case "int", "Integer" -> 7;
      case "long", "Long" -> 8L;
      case "BigDecimal" -> new BigDecimal("0.125");
      case "Instant" -> TIME;
      case "LocalDate" -> LocalDate.of(2026, 11, 21);
      default -> throw new IllegalArgumentException("no sample of " + type);
    };
  }

  private static Object filled(Class<?> record) {
    RecordComponent[] fields = record.getRecordComponents();
    Object[] values = new Object[fields.length];
    Class<?>[] types = new Class<?>[fields.length];
    for (int i = 0; i < fields.length; i++) {
      values[i] = sample(fields[i].getGenericType(), fields[i].getName());
      types[i] = fields[i].getType();
    }
    try {
      var constructor = record.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
