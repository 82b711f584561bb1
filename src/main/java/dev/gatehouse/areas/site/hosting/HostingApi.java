package dev.gatehouse.areas.site.hosting;

import dev.gatehouse.areas.site.hosting.HostingSettings.Account;
import java.util.List;
import java.util.Optional;

/** The way in which a provider tells its deployments. */
interface HostingApi {
  /** The deployments that are asked for: the latest so many of each project. */
  int PAGE = 20;

  /**
   * The address that answers with the latest deployments.
   *
   * @param project the provider's id; empty for all projects
   */
  String list(Account account, String project);

  /**
   * The objects of an answer that tell of one deployment each.
   *
   * @param body plain maps, lists and scalars
   * @throws IllegalArgumentException when it is no such answer
   */
  List<Item> items(Object body);

  /**
   * A deployment.
   *
   * @param project that was asked for; empty for all
   * @return empty where it is not understood
   */
  Optional<Deployment> deployment(Item item, String project);

  /** The way of a provider. */
  static HostingApi of(String provider) {
    return switch (provider) {
      case "vercel" -> new Vercel();
      case "netlify" -> new Netlify();
      case "koyeb" -> new Koyeb();
      case "render" -> new Render();
      default -> throw new IllegalArgumentException("unknown hosting provider " + provider);
    };
  }
}
