package dev.gatehouse.areas.codehost;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.settings.Settings;
import java.util.Optional;

/** Creates the code-host area with the configured provider. */
public final class CodeHostModule {
  private CodeHostModule() {}

  /** Reads the area's settings to check them. */
  public static void readSettings(Settings settings) {
    CodeHostSettings.read(settings.section("codehost"));
  }

  public static AreaModule of(NodeServices node) {
    CodeHostSettings settings = CodeHostSettings.read(node.settings().section("codehost"));
    Optional<CodeHost> provider =
        PlainText.nonEmpty(settings.token())
            .map(token ->
                new CodeHost(node.providers().client(CodeHostApi.OPTIONS), settings, node.clock()));
    return AreaModule.of(new CodeHostArea(provider, node.clock()));
  }
}
