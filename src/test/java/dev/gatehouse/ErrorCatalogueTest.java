package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.gatehouse.contract.ContractFiles;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.contract.ErrorCode.Group;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The error codes: each is used, documented and in the contract. */
class ErrorCatalogueTest {
  private static final Path PAGE = Path.of("src/docs/errors.md");
  private static final String WRITE = "gatehouse.write";
  private static final String COMMAND =
      "mvn -q test-compile surefire:test -Dtest=ErrorCatalogueTest -D" + WRITE + "=true";

  private static final Map<Group, String> TITLES =
      new EnumMap<>(
          Map.of(
              Group.REQUESTS, "Requests",
              Group.ACCESS, "Access",
              Group.RECORDS, "Records",
              Group.CONFLICTS, "Conflicts",
              Group.PROVIDERS, "Providers",
              Group.AVAILABILITY, "Availability",
              Group.FAILURES, "Failures"));

  /** The balancers answer with codes, too. */
  private static final Path CONF = Path.of("conf");

  @Test
  void documentsAllCodes() throws IOException {
    if (Boolean.getBoolean(WRITE)) {
      Files.writeString(PAGE, page());
    }
    String committed = Files.exists(PAGE) ? Files.readString(PAGE) : "";
    assertEquals(page(), committed, PAGE + " is not current; write it with: " + COMMAND);
  }

  private static String page() {
    StringBuilder page = new StringBuilder();
    page.append("# Error codes\n\n");
    page.append("<!-- Generated from ErrorCode.java. To update: ")
        .append(COMMAND)
        .append(" -->\n\n");
    page.append(
        "Every error has the body `{\"error\": \"…\", \"code\": \"…\", \"param\": \"…\"}`.\n");
    page.append("`error` is a sentence for people, and can change with any release.\n");
    page.append(
        "`code` is stable. A code keeps its meaning and its status; releases can add codes.\n");
    page.append("`param` names the parameter, header or field at fault.");
    page.append(" It is absent where not exactly one input is at fault.\n");
    for (Group group : Group.values()) {
      page.append("\n## ").append(TITLES.get(group)).append("\n\n");
      page.append("| Code | Status | Meaning | Remedy |\n|---|---|---|---|\n");
      Stream.of(ErrorCode.values())
          .filter(code -> code.group() == group)
          .sorted(Comparator.comparing(ErrorCode::status).thenComparing(ErrorCode::wire))
          .forEach(code -> page.append(row(code)));
    }
    return page.toString();
  }

  private static String row(ErrorCode code) {
    return "| `%s` | %s | %s | %s |%n"
        .formatted(code.wire(), code.status(), code.meaning(), code.remedy())
        .replace(System.lineSeparator(), "\n");
  }

  @ParameterizedTest
  @EnumSource
  void definesMeaningAndRemedyForEachCode(ErrorCode code) {
    assertTrue(code.status() >= 400 && code.status() < 600, () -> "status " + code.status());
    assertTrue(code.meaning().endsWith("."), code::meaning);
    assertTrue(code.remedy().endsWith("."), code::remedy);
    assertEquals(code, ErrorCode.ofWire(code.wire()).orElseThrow());
    assertTrue(code.wire().matches("[a-z]+(_[a-z]+)*"), code::wire);
  }

  @ParameterizedTest
  @EnumSource
  void hasCodeForEachStatus(ErrorCode code) {
    assertEquals(code.status(), ErrorCode.ofStatus(code.status()).status());
  }

  @Test
  void hasOneMeaningForEachCode() {
    Set<String> meanings = new TreeSet<>();
    for (ErrorCode code : ErrorCode.values()) {
      assertTrue(meanings.add(code.meaning()), () -> code + " repeats: " + code.meaning());
    }
  }

  @Test
  void usesEachCode() throws IOException {
    Set<String> unused =
        Stream.of(ErrorCode.values())
            .map(Enum::name)
            .collect(Collectors.toCollection(TreeSet::new));
    new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.gatehouse")
            .stream()
            .map(JavaClass::getFieldAccessesFromSelf)
            .flatMap(Set::stream)
            .filter(access -> access.getTargetOwner().isEquivalentTo(ErrorCode.class))
            .filter(access -> !isOfTheEnumItself(access))
            .forEach(access -> unused.remove(access.getTarget().getName()));
    String conf =
        Files.readString(CONF.resolve("haproxy.cfg"))
            + Files.readString(CONF.resolve("nginx.conf"));
    unused.removeIf(name -> conf.contains('"' + ErrorCode.valueOf(name).wire() + '"'));
    assertEquals(Set.of(), unused, "codes that nothing answers with");
  }

  private static boolean isOfTheEnumItself(JavaFieldAccess access) {
    String method = access.getOrigin().getName();
    return access.getOriginOwner().isEquivalentTo(ErrorCode.class)
        && (method.equals("<clinit>") || method.equals("$values"));
  }

  @Test
  void listsAllCodesInTheContract() {
    JsonObject schemas =
        ContractFiles.load("X-API-Key")
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
