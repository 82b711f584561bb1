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

/** Stores the hire forms that visitors send. */
final class HireForms {
  private static final String CREATED = "createdAt";

  private final DocumentCollection<HireForm> forms;

  /**
   * A submission of either form.
   *
   * @param subject subject of the legacy form; null in the structured form
   * @param description requested work; the legacy form's body
   */
  record HireForm(
      String id,
      @JsonUnwrapped Client client,
      @JsonUnwrapped Project project,
      String subject,
      String description,
      Instant createdAt) {}

  /** Sender of a structured form; all fields are null in the legacy form. */
  record Client(String name, String email, String company) {
    static final Client UNKNOWN = new Client(null, null, null);
  }

  /**
   * Terms of a structured form; all fields are null in the legacy form.
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

  /** Returns a page of orders, newest first. */
  List<HireForm> page(int skip, int limit) {
    return forms.find(Query.all(), latestFirst(), skip, limit);
  }

  /** Sorts by id as well. Otherwise pages could repeat or omit entries of equal time. */
  private static JsonObject latestFirst() {
    return Query.by(CREATED).down().then("_id").down().json();
  }

  /** Returns one page of the forms since a time, newest first. */
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
