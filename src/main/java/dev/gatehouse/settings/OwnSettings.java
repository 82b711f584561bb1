package dev.gatehouse.settings;

import module java.base;

import com.fasterxml.jackson.databind.node.TextNode;

/** Writes settings in the form of {@code conf/gatehouse.yaml}. */
public final class OwnSettings {
  private OwnSettings() {}

  /**
   * Returns a settings file with all values that are not defaults. A secret is a comment that names
   * its source.
   */
  public static String yaml(List<EffectiveSetting> effective) {
    StringBuilder text = new StringBuilder("# Settings that were not defaults, without secrets.\n");
    Map<String, Object> root = new TreeMap<>();
    effective.stream()
        .filter(setting -> !setting.source().equals(EffectiveSetting.DEFAULT))
        .forEach(setting -> put(root, setting));
    write(text, root, "");
    return text.toString();
  }

  @SuppressWarnings("unchecked")
  private static void put(Map<String, Object> root, EffectiveSetting setting) {
    Map<String, Object> group = root;
    String rest = setting.key();
    for (int dot = rest.indexOf('.'); dot > 0; dot = rest.indexOf('.')) {
      group =
          (Map<String, Object>)
              group.computeIfAbsent(rest.substring(0, dot), _ -> new TreeMap<String, Object>());
      rest = rest.substring(dot + 1);
    }
    group.put(rest, setting);
  }

  @SuppressWarnings("unchecked")
  private static void write(StringBuilder text, Map<String, Object> group, String indent) {
    group.forEach((name, value) -> {
      text.append(indent);
      if (!(value instanceof EffectiveSetting setting)) {
        text.append(name).append(":\n");
        write(text, (Map<String, Object>) value, indent + "  ");
      } else if (setting.value().contains(EffectiveSetting.HIDDEN)) {
        text.append("# ").append(name).append(": (a secret, from ").append(setting.source());
        text.append(")\n");
      } else {
        // A JSON text is a YAML text in quotation marks.
        text.append(name).append(": ").append(new TextNode(setting.value())).append('\n');
      }
    });
  }
}
