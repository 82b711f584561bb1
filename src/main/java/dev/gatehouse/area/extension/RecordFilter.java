package dev.gatehouse.area.extension;

import java.util.ArrayList;
import java.util.List;

/**
 * Conditions that a record must meet, all of them: {@code
 * RecordFilter.where("state").is("approved").and("at").before(now)}. A value is a text, a number, a
 * boolean or an {@link java.time.Instant}.
 */
public record RecordFilter(List<Condition> conditions) {
  public RecordFilter {
    conditions = List.copyOf(conditions);
  }

  /** Comparison of a field with a value. */
  public enum Comparison {
    EQUAL,
    BEFORE,
    FROM
  }

  /** One condition. */
  public record Condition(String field, Comparison comparison, Object value) {}

  /** A field, of which a condition follows. */
  public record Field(RecordFilter filter, String name) {
    public RecordFilter is(Object value) {
      return filter.plus(new Condition(name, Comparison.EQUAL, value));
    }

    /** Matches smaller values and earlier times. */
    public RecordFilter before(Object value) {
      return filter.plus(new Condition(name, Comparison.BEFORE, value));
    }

    /** Matches the value, greater values and later times. */
    public RecordFilter from(Object value) {
      return filter.plus(new Condition(name, Comparison.FROM, value));
    }
  }

  /** Matches every record. */
  public static RecordFilter all() {
    return new RecordFilter(List.of());
  }

  public static Field where(String field) {
    return new Field(all(), field);
  }

  public Field and(String field) {
    return new Field(this, field);
  }

  private RecordFilter plus(Condition condition) {
    List<Condition> more = new ArrayList<>(conditions);
    more.add(condition);
    return new RecordFilter(more);
  }
}
