import type { ApexOptions } from 'apexcharts'
import { memo, use } from 'react'
import ApexReact from 'react-apexcharts'
import { type ColorMode, useColorMode } from '../theme/color-mode.ts'
import { NonceContext } from '../theme/ui-provider.tsx'
import type { ChartProps } from './chart-props.ts'
import { inertText, labelLines } from './label-lines.ts'

// Under strict ESM interop, the default export is the whole CommonJS module.
const ReactApexChart = (ApexReact as unknown as { default?: typeof ApexReact }).default ?? ApexReact

type Props = ChartProps & Required<Pick<ChartProps, 'height' | 'formatValue'>>

const colors = {
  light: {
    series: ['#12836f', '#e0913a', '#3b6fb6', '#a3485f', '#6f5aa8', '#64748b'],
    danger: '#c53030',
    neutral: '#64748b',
    text: '#4b5858',
    grid: '#dfe5e5',
  },
  dark: {
    series: ['#3cbfa4', '#f0b063', '#7ba7e6', '#e08aa0', '#ab9be0', '#94a3b8'],
    danger: '#f87171',
    neutral: '#94a3b8',
    text: '#94a1a1',
    grid: '#242c2d',
  },
}

/** Renders only for changed figures or names, because the library redraws for every changed option object. */
export const ApexChart = memo(DrawnChart, (before, now) => {
  return before.formatValue === now.formatValue && JSON.stringify(before) === JSON.stringify(now)
})

function DrawnChart(props: Props) {
  const { mode } = useColorMode()
  const nonce = use(NonceContext)
  const donut = props.kind === 'donut'
  const hasBands = (props.bands?.length ?? 0) > 0
  const series = donut ? (props.series[0]?.data ?? []).map(Number) : axisSeries(props)
  return (
    <ReactApexChart
      key={mode}
      type={hasBands ? 'rangeArea' : props.kind}
      height={Math.max(props.height, labelsHeight(props))}
      series={series}
      options={{
        ...frameOptions(props, mode, nonce),
        ...(donut ? donutOptions(props) : axisOptions(props)),
        ...(hasBands ? bandOptions(props, mode) : {}),
      }}
    />
  )
}

const orGap = (value: number | undefined): number | null =>
  value !== undefined && Number.isFinite(value) ? value : null

function axisSeries({ series, bands = [], categories }: Props) {
  const lines = series.map(({ name, data }) => ({ name: inertText(name), data: data.map(orGap) }))
  if (bands.length === 0) return lines
  const x = categories.map(inertText)
  return [
    ...bands.map(({ name, low, high }) => ({
      type: 'rangeArea',
      name: inertText(name),
      data: x.map((at, index) => {
        const [from, to] = [orGap(low[index]), orGap(high[index])]
        return { x: at, y: from === null || to === null ? null : [from, to] }
      }),
    })),
    ...lines.map(({ name, data }) => ({
      type: 'line',
      name,
      data: data.map((y, index) => ({ x: x[index], y })),
    })),
  ] as ApexOptions['series']
}

function bandOptions({ series, bands = [], categories, formatValue }: Props, mode: ColorMode): ApexOptions {
  const { series: palette, text } = colors[mode]
  const format = inertFormat(formatValue)
  const strength = bands.map((_, index) => 0.16 + (0.2 * index) / Math.max(1, bands.length - 1))
  const figures = (index: number, at: number) => {
    const band = bands[index]
    const values = band ? [band.low[at], band.high[at]] : [series[index - bands.length]?.data[at]]
    const numbers = values.map((value) => value ?? Number.NaN)
    return numbers.every(Number.isFinite) ? numbers.map(format).join(' – ') : '-'
  }
  return {
    colors: [...bands.map(() => palette[1] ?? text), ...palette.filter((_, index) => index !== 1)],
    fill: { type: 'solid', opacity: [...strength, ...series.map(() => 1)] },
    stroke: {
      curve: 'straight',
      width: [...bands.map(() => 0), ...series.map(() => 2.5)],
      dashArray: [...bands.map(() => 0), ...series.map((_, index) => cycled(dashes, index))],
    },
    markers: { size: 0 },
    tooltip: {
      shared: true,
      intersect: false,
      custom: ({ dataPointIndex: at }) => {
        const names = [...bands, ...series].map(({ name }) => name)
        const rows = names.map((name, index) => `${inertText(name)}: ${figures(index, at)}`)
        return [inertText(categories[at] ?? ''), ...rows]
          .map((line) => `<div class="chart-tooltip-line">${line}</div>`)
          .join('')
      },
    },
  }
}

/** Dashes and shapes tell lines apart for people who cannot distinguish the colours. */
const dashes = [0, 7, 2, 10, 4, 14]
const shapes = ['circle', 'square', 'triangle', 'diamond'] as const
const patterns = ['slantedLines', 'verticalLines', 'circles', 'horizontalLines', 'squares']

const cycled = <Value,>(values: readonly Value[], index: number) => values[index % values.length] as Value

const patternFill = (parts: readonly unknown[]) => ({
  type: parts.map((_, index) => (index === 0 ? 'solid' : 'pattern')),
  pattern: {
    // One pattern per series. The library ignores the first.
    style: parts.map((_, index) => cycled(patterns, Math.max(0, index - 1))),
    width: 6,
    height: 6,
    strokeWidth: 2.5,
  },
})

const paddings = { line: { left: 44, right: 32 }, other: { left: 24, right: 16 } }

function frameOptions(
  { kind, tones, series: lines, bands = [] }: Props,
  mode: ColorMode,
  nonce: string | undefined,
): ApexOptions {
  const { series, text, grid } = colors[mode]
  return {
    chart: {
      toolbar: { show: false },
      zoom: { enabled: false },
      animations: { enabled: !window.matchMedia?.('(prefers-reduced-motion: reduce)').matches, speed: 300 },
      background: 'transparent',
      fontFamily: 'inherit',
      foreColor: text,
      ...(nonce ? { nonce } : {}),
    },
    theme: { mode },
    colors: tones?.map((tone) => colors[mode][tone]) ?? series,
    grid: { borderColor: grid, strokeDashArray: 4, padding: paddings[kind === 'line' ? 'line' : 'other'] },
    dataLabels: { enabled: false },
    // A single series needs no legend, because the heading names it.
    legend: { position: 'bottom', show: kind === 'donut' || lines.length + bands.length > 1 },
  }
}

function donutOptions({ categories, formatValue }: Props): ApexOptions {
  return {
    labels: categories.map(inertText),
    fill: patternFill(categories),
    stroke: { width: 0 },
    tooltip: { y: { formatter: inertFormat(formatValue) } },
  }
}

const MANY = 24
const THINNED = 12
/** Disables the library's cutting, which can make two labels equal. Labels beside bars wrap instead. */
const NEVER_CUT = 1_000
const isNarrow = () => window.innerWidth < 600
const linesBeside = (names: Props['categories']) => labelLines(names, isNarrow() ? 18 : 40)

/** Number of ticks on the value axis on a phone. Long values would overlap. */
const ticksOf = ({ series, formatValue }: Props) => {
  const most = Math.max(0, ...series.flatMap(({ data }) => data).filter(Number.isFinite))
  return formatValue(most).length > 6 ? 1 : 2
}

/** Pixels: height of a line of a label, and space above and below all bars. */
const LABEL_LINE = 19
const AROUND_BARS = 90

function labelsHeight({ horizontal, categories }: Props): number {
  if (!horizontal) return 0
  const lines = Math.max(...linesBeside(categories).map((label) => [label].flat().length))
  return AROUND_BARS + categories.length * lines * LABEL_LINE
}

function axisOptions(props: Props): ApexOptions {
  const { kind, horizontal = false, categories, formatValue, series } = props
  const format = inertFormat(formatValue)
  const values = {
    labels: { formatter: format },
    ...(horizontal && isNarrow() && { tickAmount: ticksOf(props) }),
  }
  const names = horizontal
    ? { labels: { maxWidth: NEVER_CUT } }
    : categories.length > MANY
      ? {
          tickAmount: isNarrow() ? THINNED / 2 : THINNED,
          labels: { rotate: -35, hideOverlappingLabels: true },
        }
      : { labels: { trim: false, rotate: -35, hideOverlappingLabels: false } }
  return {
    xaxis: {
      categories: horizontal ? linesBeside(categories) : categories.map(inertText),
      tooltip: { enabled: false },
      ...((horizontal ? values : names) as NonNullable<ApexOptions['xaxis']>),
    },
    yaxis: horizontal ? names : { ...values, min: 0, forceNiceScale: true },
    plotOptions: { bar: { horizontal, borderRadius: 3, columnWidth: '62%', barHeight: '72%' } },
    ...(kind === 'line'
      ? {
          stroke: { curve: 'straight', width: 3, dashArray: series.map((_, index) => cycled(dashes, index)) },
          markers: { size: 4, shape: series.map((_, index) => cycled(shapes, index)) },
        }
      : { stroke: { width: 0 }, ...(series.length > 1 && { fill: patternFill(series) }) }),
    tooltip: { shared: kind === 'line' || !horizontal, intersect: false, y: { formatter: format } },
  }
}

function inertFormat(formatValue: Props['formatValue']): (value: number) => string {
  return (value) => inertText(formatValue(value))
}
