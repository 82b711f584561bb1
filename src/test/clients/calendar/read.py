"""Prints what icalendar and khal read in the invitations of a folder."""

import os
import subprocess
import sys
import tempfile
from datetime import timezone

import icalendar

FILES = ["create.ics", "move.ics", "cancel.ics"]


def utc(time):
    return time.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def main(folder):
    for name in FILES:
        with open(os.path.join(folder, name), "rb") as file:
            calendar = icalendar.Calendar.from_ical(file.read())
        event = calendar.walk("VEVENT")[0]
        print("|".join(map(str, [
            "icalendar", name, calendar["METHOD"], event["UID"], event["SEQUENCE"], utc(event["DTSTART"].dt),
            utc(event["DTEND"].dt), event["STATUS"], event["SUMMARY"], event["ORGANIZER"], event["ATTENDEE"]])))
    with tempfile.TemporaryDirectory() as home:
        os.mkdir(os.path.join(home, "calendar"))
        config = os.path.join(home, "config")
        with open(config, "w") as file:
            file.write(f"""[calendars]
[[own]]
path = {home}/calendar
[locale]
local_timezone = UTC
default_timezone = UTC
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
[sqlite]
path = {home}/cache
""")
        khal = [os.environ["KHAL"], "-c", config]
        for name in FILES:
            subprocess.run([*khal, "import", "--batch", os.path.join(folder, name)], check=True,
                           stdout=subprocess.DEVNULL)
            listed = subprocess.run(
                [*khal, "list", "--day-format", "", "--format", "{start-long}|{end-long}|{status}|{title}", "today",
                 "60d"], check=True, capture_output=True, text=True)
            for line in filter(None, listed.stdout.splitlines()):
                print("|".join(["khal", name, *map(str.strip, line.split("|"))]))


main(sys.argv[1])
