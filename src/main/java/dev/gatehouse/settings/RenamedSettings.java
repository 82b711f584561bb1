package dev.gatehouse.settings;

import java.util.Map;

/** Settings that had another name before 1.0. An old name stops the node and names the new one. */
final class RenamedSettings {
  static final Map<String, String> KEYS =
      Map.ofEntries(
          Map.entry("blobs.s3ClientsUrl", "blobs.s3PublicUrl"),
          Map.entry("blobs.trash", "blobs.trashRetention"),
          Map.entry("calendar.horizon", "calendar.maxAdvance"),
          Map.entry("calendar.notice", "calendar.minNotice"),
          Map.entry("cluster.maxSilence", "cluster.heartbeatTimeout"),
          Map.entry("deployment.stale", "deployment.staleAfter"),
          Map.entry("http.uploadMinimum", "http.minUploadRate"),
          Map.entry("http.uploadPeriod", "http.minUploadRate"),
          Map.entry("links.keepExpired", "links.expiredRetention"),
          Map.entry("printshop.syncAnswer", "printshop.syncWaitTimeout"),
          Map.entry("security.maxHeld", "security.maxEntriesInMemory"),
          Map.entry("storefront.hold", "storefront.reservationTtl"),
          Map.entry("storefront.keepCarts", "storefront.cartTtl"),
          Map.entry("storefront.passes", "storefront.graphqlPassthrough"));

  private RenamedSettings() {}
}
