/**
 * Draws candlestick charts with ECharts on a canvas, without adding markup to the page.
 * @module
 */
import {init} from './echarts.js';

const MINUTE_LENGTH = 16;
const DATE_LENGTH = 10;
const LINE_HEIGHT = 15;

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
 */
export function draw(chart, page, bars) {
  const style = getComputedStyle(page);
  const [text, line, volume, up, down] = ['--pico-color', '--pico-muted-border-color', '--pico-muted-color', '--up', '--down']
    .map(name => style.getPropertyValue(name).trim());
  const axis = {axisLine: {lineStyle: {color: line}}, axisLabel: {color: text}, splitLine: {lineStyle: {color: line}}};
  const times = bars.map(bar => bar?.timeUtc ?? '');
  const hour = bar => bar.timeUtc.slice(DATE_LENGTH, MINUTE_LENGTH);
  const first = bars.find(bar => bar);
  const daily = bars.every(bar => !bar || hour(bar) === hour(first));
  const label = time => (daily ? time.slice(0, DATE_LENGTH) : time.slice(0, MINUTE_LENGTH).replace('T', '\n'));
  chart.setOption({
    animation: false,
    textStyle: {color: text, fontFamily: style.fontFamily},
    axisPointer: {link: [{xAxisIndex: 'all'}]},
    tooltip: {
      trigger: 'axis', renderMode: 'richText', confine: true, axisPointer: {type: 'cross'}, formatter: shown => words(bars[shown[0].dataIndex]),
    },
    grid: [{left: 64, right: 12, top: 12, height: '66%'}, {left: 64, right: 12, bottom: 44, height: '14%'}],
    xAxis: [
      {...axis, type: 'category', data: times, axisLabel: {show: false}, axisTick: {show: false}, splitLine: {show: false}},
      {
        ...axis, type: 'category', data: times, gridIndex: 1, splitLine: {show: false},
        axisLabel: {color: text, formatter: label, hideOverlap: true, lineHeight: LINE_HEIGHT},
      },
    ],
    yAxis: [
      {...axis, scale: true},
      {...axis, gridIndex: 1, axisLabel: {show: false}, splitLine: {show: false}},
    ],
    series: [
      {
        type: 'candlestick', data: bars.map(bar => (bar ? [bar.open, bar.close, bar.low, bar.high].map(value => value ?? '-') : '-')),
        itemStyle: {color: up, borderColor: up, color0: down, borderColor0: down},
      },
      {type: 'bar', xAxisIndex: 1, yAxisIndex: 1, data: bars.map(bar => bar?.volume ?? '-'), itemStyle: {color: volume}, large: true},
    ],
  });
}

/** @param {import('./bars.js').Bar | undefined} bar */
function words(bar) {
  if (!bar) return '';
  const figures = ['open', 'high', 'low', 'close', 'volume'].map(name => `${name} ${bar[name] ?? '–'}`);
  return [bar.timeUtc.slice(0, MINUTE_LENGTH).replace('T', ' '), ...figures].join('\n');
}
