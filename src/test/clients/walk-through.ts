// A walk through a running node by the generated client alone: node walk-through.js ADDRESS CODE
import {
  AccessApi, Configuration, MarketApi, MediaApi, NotificationsApi, ResponseError, TradingApi,
} from './index';

declare const process: { argv: string[]; exitCode: number };

function must(right: boolean, what: string): void {
  if (!right) throw new Error(what);
}

/** A tenth of a second of silence. */
function wav(): Blob {
  const samples = 4410;
  const view = new DataView(new ArrayBuffer(44 + 2 * samples));
  const text = (at: number, word: string) =>
    [...word].forEach((letter, i) => view.setUint8(at + i, letter.charCodeAt(0)));
  text(0, 'RIFF');
  view.setUint32(4, 36 + 2 * samples, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, 44100, true);
  view.setUint32(28, 88200, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, 2 * samples, true);
  return new File([view], 'silence.wav');
}

async function walk(address: string, code: string): Promise<void> {
  const stranger = new Configuration({ basePath: address });
  const refused = await new MediaApi(stranger).mediaListAudio().catch((e: unknown) => e);
  if (!(refused instanceof ResponseError)) throw new Error('a request without a credential is not refused');
  must((await refused.response.json()).code === 'credential_required', 'the error has a code');
  const { token } = await new AccessApi(stranger).accessValidateAccess({ codeRequest: { code } });
  const owner = new Configuration({ basePath: address, accessToken: token });

  const media = new MediaApi(owner);
  const stored = await media.mediaUploadAudio({ file: wav() });
  const { files } = await media.mediaListAudio();
  must(files.some(file => file.filename === stored.filename && file.size === stored.size), 'the upload is listed');
  const played = await media.mediaGetAudio({ filename: stored.filename });
  must(played.size === stored.size, 'and plays');

  const notifications = new NotificationsApi(owner);
  const { data } = await notifications.notificationsNotify({ notifyRequest: { title: 'Walk', body: 'through' } });
  const listed = await notifications.notificationsList({ limit: 5 });
  must(listed.data.notifications[0].id === data.id, 'the notification is read back');
  must(listed.data.notifications[0].sentAt.getTime() === data.sentAt.getTime(), 'with its time');
  const again = { notifyRequest: { title: 'Again', body: 'and again' }, idempotencyKey: crypto.randomUUID() };
  const first = await notifications.notificationsNotify(again);
  const repeated = await notifications.notificationsNotify(again);
  must(repeated.data.id === first.data.id, 'a repeat has the first reply');
  const second = await notifications.notificationsList({ limit: 1, skip: 1 });
  must(second.data.notifications[0].id === data.id, 'and the second page has the notification before');
  await new NotificationsApi(stranger).notificationsHire({
    hireRequest: { name: 'Ann', email: 'ann@example.org', projectType: 'site', budget: 'under-5k', description: 'Hello' },
  });
  const hires = await notifications.notificationsListHires({});
  must(hires.submissions[0].name === 'Ann' && hires.pagination.total === 1, 'the hire form is read back');

  const trading = new TradingApi(owner);
  const added = await trading.tradingAddLogs({
    logEntryRequest: [
      { timestamp: '2026-01-02T03:04:05Z', level: 'info', message: 'leveled', data: { n: 1 } },
      { logMessage: { timeStamp: '2026-01-02T03:04:06Z', messageSource: 'walk', messageType: 'stored', message: 'stored' } },
    ],
  });
  must(added.count === 2, 'both forms of log entries are taken');
  const logs = await trading.tradingLogs({ messageSource: 'walk' });
  must(logs.data[0].logMessage.message === 'stored', 'and read back');

  const market = new MarketApi(owner);
  const bar = { timeUtc: '2026-01-02', open: 1, high: 2, low: 0.5, close: 1.25 };
  const described = await market.tradingAddBars({ symbol: 'WALK', addBarsRequest: { bars: [bar] } });
  must(described.metadata.rowCount === 1, 'a bar is added');
  const page = await market.tradingSymbol({ symbol: 'WALK', format: 'json' });
  must('data' in page && page.data[0].close === 1.25, 'and is on its page');
  const metadata = await market.tradingSymbol({ symbol: 'WALK' });
  must('metadata' in metadata && metadata.symbol === 'WALK', 'whose metadata are another reply');
  const chosen = await market.tradingSymbol({ symbol: 'WALK', format: 'json', columns: 'close' });
  must('columns' in chosen && chosen.columns.join() === 'close', 'as is a page of columns');
}

const [address, code] = process.argv.slice(2);
walk(address, code).then(
  () => console.log('the TypeScript client has walked through'),
  (e: unknown) => {
    console.error(e);
    process.exitCode = 1;
  });
