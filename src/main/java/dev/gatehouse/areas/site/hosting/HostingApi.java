package dev.gatehouse.areas.site.hosting;

import dev.gatehouse.areas.site.hosting.HostingSettings.Account;
import java.util.List;
import java.util.Optional;

/** API of a hosting provider: its URLs, and how to parse its deployments. */
interface HostingApi {
  /** Number of latest deployments that are requested for each project. */
  int PAGE = 20;

  /**
   * Returns the URL of the list of the latest deployments.
   *
   * @param project the provider's id; empty for all projects
   */
  String list(Account account, String project);

  /**
   * Returns the objects of an answer, one per deployment.
   *
   * @param body plain maps, lists and scalars
   * @throws IllegalArgumentException if the answer has another form
   */
  List<Item> items(Object body);

  /**
   * Converts an object to a deployment.
   *
   * @param project the requested project; empty for all
   * @return empty if the object is invalid
   */
  Optional<Deployment> deployment(Item item, String project);

  /** Returns the API of the provider with the given name. */
  static HostingApi of(String provider) {
    return switch (provider) {
      case "vercel" -> new Vercel();
      case "netlify" -> new Netlify();
      case "koyeb" -> new Koyeb();
      case "render" -> new Render();
      default -> throw new IllegalArgumentException("unknown hosting provider: " + provider);
    };
  }
}
