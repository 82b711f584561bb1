package dev.gatehouse.notifications;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/** The hire forms that visitors have sent. */
final class HireForms {
  private final DocumentCollection<HireForm> forms;

  /**
   * A submission of either form.
   *
   * @param subject of the legacy form; null in the structured one
   * @param description what is wanted: the legacy form's body
   */
  record HireForm(
      String id,
      @JsonUnwrapped Client client,
      @JsonUnwrapped Project project,
      String subject,
      String description,
      Instant createdAt) {}

  /** The sender of a structured form; all null in the legacy one. */
  record Client(String name, String email, String company) {
    static final Client UNKNOWN = new Client(null, null, null);
  }

  /**
   * The terms of a structured form; all null in the legacy one.
   *
   * @param budget hourly, under-5k, …
   * @param hourlyRate only with an hourly budget
   */
  record Project(String projectType, String budget, BigDecimal hourlyRate, String timeline) {
    static final Project UNKNOWN = new Project(null, null, null, null);
  }

  HireForms(Documents documents) {
    this.forms = documents.collection("hireForms", HireForm.class);
  }

  void prepare() {
    forms.index(latestFirst(), new IndexOptions());
  }

  String newId() {
    return forms.newId();
  }

  void add(HireForm form) {
    forms.insert(form);
  }

  /** The latest first. */
  List<HireForm> page(int skip, int limit) {
    return forms.find(new JsonObject(), latestFirst(), skip, limit);
  }

  /** With the id, or pages would share and miss those of one moment. */
  private static JsonObject latestFirst() {
    return new JsonObject().put("createdAt", -1).put("_id", -1);
  }

  /** Of those since a time, the latest first. */
  List<HireForm> since(Instant from, int skip, int limit) {
    return forms.find(
        new JsonObject().put("createdAt", new JsonObject().put("$gte", Bson.time(from))),
        latestFirst(),
        skip,
        limit);
  }

  long count() {
    return forms.count(new JsonObject());
  }

  long countBetween(Instant from, Instant until) {
    return forms.count(
        new JsonObject()
            .put(
                "createdAt",
                new JsonObject().put("$gte", Bson.time(from)).put("$lt", Bson.time(until))));
  }
}
