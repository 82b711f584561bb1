package dev.gatehouse.node.extensions;

import dev.gatehouse.area.extension.ApiRequest;
import dev.gatehouse.bus.Call;
import java.time.Duration;
import java.util.Optional;

/** A call, as an extension sees it. */
record CallRequest(Call call) implements ApiRequest {
  @Override
  public String text(String name) {
    return call.text(name);
  }

  @Override
  public long number(String name) {
    return call.number(name);
  }

  @Override
  public boolean flag(String name) {
    return call.flag(name);
  }

  @Override
  public boolean isOperator() {
    return call.caller().operator();
  }

  @Override
  public String caller() {
    return call.caller().subject();
  }

  @Override
  public String baseUrl() {
    return call.base();
  }

  @Override
  public Duration remaining() {
    return call.deadline().remaining();
  }

  @Override
  public Optional<UploadedFile> upload() {
    return call.uploads().stream()
        .map(upload ->
            new UploadedFile(
                upload.blob(),
                upload.size(),
                upload.sha256(),
                upload.fileName(),
                upload.contentType()))
        .findFirst();
  }
}
