package dev.gatehouse.areas.calendar.pages;

import java.util.List;

/** Content of the list of event types. */
public record BookTypes(BookFrame frame, List<MeetingType> types) {}
