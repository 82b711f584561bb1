package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.contract.ContractFiles;
import dev.gatehouse.contract.ErrorCode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The error codes: each is used, documented and in the contract. */
class ErrorCatalogueTest {
  private static final Path PAGE = Path.of("src/docs/errors.md");

  /** A code with its status, meaning and remedy. */
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([a-z_]+)` \\| (\\d{3}) \\| (\\S.*\\.) \\| (\\S.*\\.) \\|$");

  /** The balancers answer with codes, too. */
  private static final Path CONF = Path.of("conf");

  @Test
  void documentsAllCodes() throws IOException {
    assertEquals(
        Stream.of(ErrorCode.values())
            .map(code -> code.wire() + ' ' + code.status())
            .sorted()
            .toList(),
        rows().map(row -> row.group(1) + ' ' + row.group(2)).sorted().toList(),
        PAGE + " must have a row for each code");
  }

  private static Stream<MatchResult> rows() throws IOException {
    return ROW.matcher(Files.readString(PAGE)).results();
  }

  @ParameterizedTest
  @EnumSource
  void namesEachCodeInSnakeCase(ErrorCode code) {
    assertTrue(code.status() >= 400 && code.status() < 600, () -> "status " + code.status());
    assertEquals(code, ErrorCode.ofWire(code.wire()).orElseThrow());
    assertTrue(code.wire().matches("[a-z]+(_[a-z]+)*"), code::wire);
  }

  @ParameterizedTest
  @EnumSource
  void hasCodeForEachStatus(ErrorCode code) {
    assertEquals(code.status(), ErrorCode.ofStatus(code.status()).status());
  }

  @Test
  void hasOneMeaningForEachCode() throws IOException {
    Set<String> meanings = new TreeSet<>();
    rows().forEach(row -> assertTrue(meanings.add(row.group(3)), () -> "repeated: " + row.group()));
  }

  @Test
  void usesEachCode() throws IOException {
    Set<String> unused =
        Stream.of(ErrorCode.values())
            .filter(code -> code != ErrorCode.ofStatus(code.status()))
            .map(Enum::name)
            .collect(Collectors.toCollection(TreeSet::new));
    String codes = ErrorCode.class.getName();
    ClassFiles.ofTheProduct("dev.gatehouse").stream()
        .filter(type -> !type.name().equals(codes))
        .flatMap(type -> type.members().stream())
        .filter(member -> member.startsWith(codes + '.'))
        .forEach(member -> unused.remove(member.substring(codes.length() + 1)));
    String conf =
        Files.readString(CONF.resolve("haproxy.cfg"))
            + Files.readString(CONF.resolve("nginx.conf"));
    unused.removeIf(name -> conf.contains('"' + ErrorCode.valueOf(name).wire() + '"'));
    assertEquals(Set.of(), unused, "codes that nothing answers with");
  }

  @Test
  void listsAllCodesInTheContract() {
    JsonObject schemas =
        ContractFiles.load("X-API-Key", "")
            .document()
            .getJsonObject("components")
            .getJsonObject("schemas");
    assertEquals(
        Stream.of(ErrorCode.values()).map(ErrorCode::wire).toList(),
        schemas.getJsonObject("ErrorCode").getJsonArray("enum").getList());
    assertEquals(
        new JsonArray().add("error").add("code"),
        schemas.getJsonObject("ErrorReply").getJsonArray("required"));
  }
}
