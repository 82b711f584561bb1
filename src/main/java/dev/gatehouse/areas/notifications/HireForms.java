package dev.gatehouse.areas.notifications;

import static dev.gatehouse.store.Query.where;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/** The hire forms that visitors have sent. */
final class HireForms {
  private static final String CREATED = "createdAt";

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
    return forms.find(Query.all(), latestFirst(), skip, limit);
  }

  /** With the id, or pages would share and miss those of one moment. */
  private static JsonObject latestFirst() {
    return Query.by(CREATED).down().then("_id").down().json();
  }

  /** Of those since a time, the latest first. */
  List<HireForm> since(Instant from, int skip, int limit) {
    return forms.find(where(CREATED).from(from).json(), latestFirst(), skip, limit);
  }

  long count() {
    return forms.count(Query.all());
  }

  long countBetween(Instant from, Instant until) {
    return forms.count(where(CREATED).from(from).and(CREATED).before(until).json());
  }
}
