package dev.gatehouse.http.ledger;

import dev.gatehouse.settings.Http;
import java.util.EnumMap;
import java.util.Map;

/** Limits of all resources by the settings. */
public final class ResourcePlan {
  private ResourcePlan() {}

  /** Returns the limits. */
  public static Map<Resource, Limit> limits(Http settings) {
    Map<Resource, Limit> limits = new EnumMap<>(Resource.class);
    Limit connections =
        Limit.shared(settings.maxConnections(), settings.maxConnectionsPerAddress());
    limits.put(Resource.CONNECTIONS, connections);
    limits.put(Resource.FILES, connections);
    limits.put(Resource.BODY_BYTES, Limit.of(settings.maxBodyBytes().bytes()));
    limits.put(Resource.REPLY_BYTES, Limit.of(settings.maxReplyBytes().bytes()));
    limits.put(Resource.UPLOADS, Limit.of(settings.maxUploads()));
    limits.put(Resource.STREAMS, Limit.of(settings.maxStreams()));
    limits.put(Resource.LISTENERS, Limit.of(settings.maxListeners()));
    return limits;
  }
}
