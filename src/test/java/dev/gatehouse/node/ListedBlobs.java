package dev.gatehouse.node;

import module java.base;

import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.NamedBlob;

/** Documents that name listed blobs. */
public record ListedBlobs(Supplier<Stream<NamedBlob>> list) implements BlobOwner {
  @Override
  public String collection() {
    return "files";
  }

  @Override
  public Set<String> owned(Collection<String> ids) {
    return find(ids).stream().map(NamedBlob::id).collect(Collectors.toSet());
  }

  @Override
  public List<NamedBlob> find(Collection<String> ids) {
    return named().filter(blob -> ids.contains(blob.id())).toList();
  }

  @Override
  public Stream<NamedBlob> named() {
    return list.get();
  }
}
