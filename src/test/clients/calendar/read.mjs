// Prints what ical.js and node-ical read in the invitations of a folder.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(join(process.cwd(), 'read.mjs'));
const ical = require('ical.js').default ?? require('ical.js');
const nodeIcal = require('node-ical');

const utc = date => date.toISOString().replace('.000', '');
const mail = value => value?.val ?? value;

for (const name of ['create.ics', 'move.ics', 'cancel.ics']) {
  const text = readFileSync(join(process.argv[2], name), 'utf8');
  const calendar = new ical.Component(ical.parse(text));
  const event = new ical.Event(calendar.getFirstSubcomponent('vevent'));
  console.log(['ical.js', name, calendar.getFirstPropertyValue('method'), event.uid, event.sequence,
    utc(event.startDate.toJSDate()), utc(event.endDate.toJSDate()), event.component.getFirstPropertyValue('status'),
    event.summary, event.organizer, event.attendees[0].getFirstValue()].join('|'));
  const read = Object.values(nodeIcal.sync.parseICS(text)).find(each => each.type === 'VEVENT');
  console.log(['node-ical', name, read.method, read.uid, read.sequence, utc(read.start), utc(read.end), read.status,
    read.summary, mail(read.organizer), mail(read.attendee)].join('|'));
}
