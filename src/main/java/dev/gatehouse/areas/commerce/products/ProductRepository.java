package dev.gatehouse.areas.commerce.products;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.util.List;
import java.util.Optional;

/** Repository of products, oldest first, so that pages remain stable while products are added. */
final class ProductRepository {
  private final DocumentCollection<Product> products;

  ProductRepository(Documents documents) {
    this.products = documents.collection("products", Product.class);
  }

  void prepare() {
    products.index(oldestFirst(), new IndexOptions());
  }

  private static JsonObject oldestFirst() {
    return by("createdAt").then("_id").json();
  }

  String newId() {
    return products.newId();
  }

  void add(Product product) {
    products.insert(product);
  }

  Optional<Product> find(String id) {
    return products.find(id);
  }

  List<Product> page(int skip, int limit) {
    return products.find(Query.all(), oldestFirst(), skip, limit);
  }

  /** Returns the products with ids after another one, sorted by id. */
  List<Product> after(String id, int limit) {
    return products.find(where("_id").after(id).json(), by("_id").json(), 0, limit);
  }

  /** Returns the products with these ids that exist. */
  List<Product> all(List<String> ids) {
    return products.find(where("_id").in(ids).json(), by("_id").json(), 0, 0);
  }

  /** Replaces a product. Returns false if its earlier version is no longer stored. */
  boolean replace(Product earlier, Product changed) {
    return products.replace(version(earlier), changed);
  }

  /** Removes a product. Returns false if it was removed or changed meanwhile. */
  boolean remove(Product product) {
    return products.take(version(product)).isPresent();
  }

  private static JsonObject version(Product product) {
    return where("_id").is(product.id()).and("version").is(product.version()).json();
  }
}
