/**
 * Draws candlestick charts with ECharts on a canvas, without adding markup to the page.
 * @module
 */
import {init} from './echarts.js';

const MINUTE_LENGTH = 16;
const DATE_LENGTH = 10;
const LINE_HEIGHT = 15;
const LABEL_WIDTH = 72;

/** Widest candle in pixels. Few bars would fill the chart otherwise. */
const MAX_WIDTH = 40;

/**
 * @param {HTMLElement} host
 * @returns {any} the chart
 */
export function begin(host) {
  // ECharts sets innerHTML to an empty string, which Trusted Types rejects. This property shadows it on the host.
  Object.defineProperty(host, 'innerHTML', {value: '', writable: true, configurable: true});
  return init(host, undefined, {renderer: 'canvas'});
}

/**
 * @param {any} chart
 * @param {HTMLElement} page the element whose colours are used
 * @param {(import('./bars.js').Bar | undefined)[]} bars undefined entries have not loaded and remain empty
 * @param {Record<string, (number | undefined)[]>} [lines] changes in percent by symbol, which are drawn instead of the candles
 */
export function draw(chart, page, bars, lines) {
  const style = getComputedStyle(page);
  const [text, line, volume, up, down, ...colors] = ['--pico-color', '--pico-muted-border-color', '--pico-muted-color', '--up', '--down',
    '--pico-primary', '--stars']
    .map(name => style.getPropertyValue(name).trim());
  const axis = {axisLine: {lineStyle: {color: line}}, axisLabel: {color: text}, splitLine: {lineStyle: {color: line}}};
  const times = bars.map(bar => bar?.timeUtc ?? '');
  const hour = bar => bar.timeUtc.slice(DATE_LENGTH, MINUTE_LENGTH);
  const first = bars.find(bar => bar);
  const daily = bars.every(bar => !bar || hour(bar) === hour(first));
  const label = time => (daily ? time.slice(0, DATE_LENGTH) : time.slice(0, MINUTE_LENGTH).replace('T', '\n'));
  const right = lines ? LABEL_WIDTH : 12;
  chart.setOption({
    animation: false,
    textStyle: {color: text, fontFamily: style.fontFamily},
    axisPointer: {link: [{xAxisIndex: 'all'}]},
    tooltip: {
      trigger: 'axis', renderMode: 'richText', confine: true, axisPointer: {type: 'cross'}, formatter: shown => words(bars[shown[0].dataIndex], shown[0].dataIndex, lines),
    },
    grid: [{left: 64, right, top: 12, height: '66%'}, {left: 64, right, bottom: 44, height: '14%'}],
    xAxis: [
      {...axis, type: 'category', data: times, axisLabel: {show: false}, axisTick: {show: false}, splitLine: {show: false}},
      {
        ...axis, type: 'category', data: times, gridIndex: 1, splitLine: {show: false},
        axisLabel: {color: text, formatter: label, hideOverlap: true, lineHeight: LINE_HEIGHT},
      },
    ],
    yAxis: [
      {...axis, scale: true, axisLabel: {color: text, formatter: lines ? '{value} %' : undefined}},
      {...axis, gridIndex: 1, axisLabel: {show: false}, splitLine: {show: false}},
    ],
    series: [
      ...Object.entries(lines ?? {}).map(([name, values], index) => ({
        type: 'line', name, data: values.map(value => value ?? '-'), showSymbol: false, itemStyle: {color: colors[index]},
        endLabel: {show: true, formatter: '{a}', color: text},
      })),
      ...lines ? [] : [{
        type: 'candlestick', barMaxWidth: MAX_WIDTH, data: bars.map(bar => (bar ? [bar.open, bar.close, bar.low, bar.high].map(value => value ?? '-') : '-')),
        itemStyle: {color: up, borderColor: up, color0: down, borderColor0: down},
      }],
      {type: 'bar', xAxisIndex: 1, yAxisIndex: 1, data: bars.map(bar => bar?.volume ?? '-'), itemStyle: {color: volume}, large: true},
    ],
  }, {replaceMerge: ['series']});
}

/**
 * @param {import('./bars.js').Bar | undefined} bar
 * @param {number} index
 * @param {Record<string, (number | undefined)[]>} [lines]
 */
function words(bar, index, lines) {
  if (!bar) return '';
  if (lines) {
    return [bar.timeUtc.slice(0, MINUTE_LENGTH).replace('T', ' '), ...Object.entries(lines).map(([symbol, values]) => `${symbol} ${
      values[index]?.toFixed(2) ?? '–'} %`)].join('\n');
  }
  const figures = ['open', 'high', 'low', 'close', 'volume'].map(name => `${name} ${bar[name] ?? '–'}`);
  return [bar.timeUtc.slice(0, MINUTE_LENGTH).replace('T', ' '), ...figures].join('\n');
}
