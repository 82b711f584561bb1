package dev.gatehouse.node.extensions;

import dev.gatehouse.area.extension.WebService;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderReply;
import dev.gatehouse.provider.ProviderRequest;
import java.util.Map;

/** A web service that an extension calls. */
record RemoteService(ProviderClient client) implements WebService {
  @Override
  public Reply get(String url, Map<String, String> headers) {
    return call(ProviderRequest.get(url), headers);
  }

  @Override
  public Reply post(
      String url,
      Map<String, String> headers,
      String contentType,
      byte[] body,
      boolean repeatable) {
    return call(
        ProviderRequest.post(url, body, repeatable).with("Content-Type", contentType), headers);
  }

  private Reply call(ProviderRequest request, Map<String, String> headers) {
    ProviderRequest whole = request;
    for (Map.Entry<String, String> header : headers.entrySet()) {
      whole = whole.with(header.getKey(), header.getValue());
    }
    ProviderReply reply = client.call(whole);
    return new Reply(reply.status(), reply.body());
  }
}
