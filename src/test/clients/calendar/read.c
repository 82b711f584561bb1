/* Prints what libical reads in the invitations of a folder. */
#include <libical/ical.h>
#include <stdio.h>
#include <stdlib.h>

static const char *name_of(icalcomponent *component, icalproperty_kind kind) {
  icalproperty *property = icalcomponent_get_first_property(component, kind);
  return property ? icalproperty_get_value_as_string(property) : "";
}

static void print_time(struct icaltimetype time) {
  printf("|%04d-%02d-%02dT%02d:%02d:%02d%s", time.year, time.month, time.day, time.hour, time.minute, time.second,
         icaltime_is_utc(time) ? "Z" : "");
}

int main(int count, char **arguments) {
  const char *names[] = {"create.ics", "move.ics", "cancel.ics"};
  (void)count;
  for (int i = 0; i < 3; i++) {
    char path[4096];
    static char text[1 << 16];
    snprintf(path, sizeof path, "%s/%s", arguments[1], names[i]);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
      return 1;
    }
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    icalcomponent *calendar = icalparser_parse_string(text);
    icalrestriction_check(calendar);
    icalcomponent *event = icalcomponent_get_first_component(calendar, ICAL_VEVENT_COMPONENT);
    printf("libical|%s|%s|%s|%d", names[i], name_of(calendar, ICAL_METHOD_PROPERTY), icalcomponent_get_uid(event),
           icalcomponent_get_sequence(event));
    print_time(icalcomponent_get_dtstart(event));
    print_time(icalcomponent_get_dtend(event));
    printf("|%s|%s|%s|%s|%d\n", name_of(event, ICAL_STATUS_PROPERTY), icalcomponent_get_summary(event),
           name_of(event, ICAL_ORGANIZER_PROPERTY), name_of(event, ICAL_ATTENDEE_PROPERTY),
           icalcomponent_count_errors(calendar));
    icalcomponent_free(calendar);
  }
  return 0;
}
