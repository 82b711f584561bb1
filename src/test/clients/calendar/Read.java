import java.io.FileInputStream;
import java.nio.file.Path;
import net.fortuna.ical4j.data.CalendarBuilder;
import net.fortuna.ical4j.model.Calendar;
import net.fortuna.ical4j.model.Property;
import net.fortuna.ical4j.model.component.VEvent;

/** Prints what ical4j reads and validates in the invitations of a folder. */
class Read {
  public static void main(String[] arguments) throws Exception {
    for (String name : new String[] {"create.ics", "move.ics", "cancel.ics"}) {
      try (var file = new FileInputStream(Path.of(arguments[0], name).toFile())) {
        Calendar calendar = new CalendarBuilder().build(file);
        calendar.validate(true);
        VEvent event = calendar.getComponent("VEVENT");
        System.out.println(
            String.join(
                "|",
                "ical4j",
                name,
                calendar.getProperty(Property.METHOD).getValue(),
                event.getProperty(Property.UID).getValue(),
                event.getProperty(Property.SEQUENCE).getValue(),
                event.getStartDate().getDate().toInstant().toString(),
                event.getEndDate().getDate().toInstant().toString(),
                event.getStatus().getValue(),
                event.getSummary().getValue(),
                event.getOrganizer().getValue(),
                event.getProperty(Property.ATTENDEE).getValue()));
      }
    }
  }
}
