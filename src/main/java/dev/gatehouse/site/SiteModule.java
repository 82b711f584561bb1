package dev.gatehouse.site;

import dev.gatehouse.module.AreaModule;
import dev.gatehouse.module.NodeServices;
import java.util.Map;
import java.util.function.Supplier;

/** Puts the site area together. */
public final class SiteModule {
  private SiteModule() {}

  /**
   * The area on a node.
   *
   * @param version of the release
   * @param checks which parts work, by name; may block
   */
  public static AreaModule of(
      NodeServices node, String version, Supplier<Map<String, Boolean>> checks) {
    var deployment =
        new SiteArea.Deployment(version, node.settings().environment(), node.clock().instant());
    return AreaModule.of(new SiteArea(deployment, checks, node.clock()));
  }
}
