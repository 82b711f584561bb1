package dev.gatehouse.areas.calendar.busy;

import module java.base;

import dev.gatehouse.area.imports.ImportKind;
import dev.gatehouse.area.imports.ImportTable;
import dev.gatehouse.areas.calendar.busy.BlockedTimes.Block;
import dev.gatehouse.areas.calendar.busy.BlockedTimes.Part;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.AcceptableText;
import dev.gatehouse.formats.PlainText;

/**
 * Import of the events of an iCalendar file as blocked times. A series and its changed occurrences
 * are one entry.
 */
public record CalendarImport(BusyTimes times) implements ImportKind {
  private static final String UID = "uid";
  private static final String TITLE = "title";
  private static final String RECURRENCE = "recurrence";
  private static final String EVENT = "event";
  private static final int MAX_TITLE = 300;

  @Override
  public ImportTable read(byte[] file) {
    EventText.File read = EventText.read(EventText.decoded(file));
    List<Map<String, String>> rows = new ArrayList<>();
    for (EventText event : read.events()) {
      rows.add(
          Map.of(
              UID,
              PlainText.defaultIfEmpty(event.uid(), event.text()),
              TITLE,
              event.title(),
              RECURRENCE,
              event.recurrence(),
              EVENT,
              event.text()));
    }
    return ImportTable.of(
        List.of(TITLE, RECURRENCE, EVENT),
        rows,
        read.events().stream().map(EventText::line).toList(),
        read.others());
  }

  @Override
  public List<Entry> entries(ImportTable table) {
    Map<String, List<ImportTable.Row>> series = new LinkedHashMap<>();
    for (ImportTable.Row row : table.rows()) {
      series.computeIfAbsent(row.text(UID), uid -> new ArrayList<>()).add(row);
    }
    return series.values().stream().map(rows -> new Entry(title(rows), rows)).toList();
  }

  /** Returns the title of the series, or of its first change. */
  private static String title(List<ImportTable.Row> rows) {
    ImportTable.Row titled =
        rows.stream()
            .filter(row -> row.text(RECURRENCE).isEmpty())
            .findFirst()
            .orElseGet(rows::getFirst);
    String line = AcceptableText.toLine(titled.text(TITLE)).strip();
    return PlainText.abbreviated(PlainText.defaultIfEmpty(line, "Busy"), MAX_TITLE);
  }

  @Override
  public Result store(Entry entry, boolean dry, Consumer<String> adjusted) {
    BlockedTimes blocked = times.blocked();
    String id = BlockedTimes.id(entry.rows().getFirst().text(UID));
    Optional<Block> known = blocked.find(id);
    Map<String, Part> parts = new TreeMap<>();
    known.ifPresent(block -> block.parts().forEach(part -> parts.put(part.recurrence(), part)));
    for (ImportTable.Row row : entry.rows()) {
      if (!row.text(EVENT).contains("\r\nDTSTART")) {
        throw ApiException.of(ErrorCode.CONTENT_INVALID, "the event has no start (DTSTART)");
      }
      String recurrence = row.text(RECURRENCE);
      parts.put(recurrence, new Part(recurrence, row.text(EVENT)));
    }
    Block block = block(id, entry.name(), List.copyOf(parts.values()));
    if (!blocked.isAhead(block)) {
      if (known.isPresent() && !dry) {
        blocked.delete(id);
        times.changed();
      }
      return known.isPresent() ? Result.UPDATED : Result.UNCHANGED;
    }
    if (known.filter(before -> before.parts().equals(block.parts())).isPresent()) {
      return Result.UNCHANGED;
    }
    if (!dry) {
      blocked.save(block);
      times.changed();
    }
    return known.isPresent() ? Result.UPDATED : Result.CREATED;
  }

  private Block block(String id, String title, List<Part> parts) {
    try {
      return times.blocked().of(id, title, parts);
    } catch (IllegalArgumentException e) {
      throw ApiException.of(
          ErrorCode.CONTENT_INVALID,
          Objects.requireNonNullElse(e.getMessage(), "the event is invalid"));
    }
  }
}
