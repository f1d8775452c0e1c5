import type { ApexOptions } from 'apexcharts'
import { memo, use } from 'react'
import ApexReact from 'react-apexcharts'
import { type ColorMode, useColorMode } from '../theme/color-mode.ts'
import { NonceContext } from '../theme/nonce.ts'
import type { ChartProps } from './chart-props.ts'
import { inertText } from './inert-text.ts'

// under strict ESM interop the default export is the whole CommonJS module
const ReactApexChart = (ApexReact as unknown as { default?: typeof ApexReact }).default ?? ApexReact

type Props = ChartProps & Required<Pick<ChartProps, 'height' | 'formatValue'>>

const colors: Record<ColorMode, { series: string[]; text: string; grid: string }> = {
  light: {
    series: ['#12836f', '#e0913a', '#3b6fb6', '#a3485f', '#6f5aa8', '#64748b'],
    text: '#4b5858',
    grid: '#dfe5e5',
  },
  dark: {
    series: ['#3cbfa4', '#f0b063', '#7ba7e6', '#e08aa0', '#ab9be0', '#94a3b8'],
    text: '#94a1a1',
    grid: '#242c2d',
  },
}

/**
 * The only caller of the chart library, which redraws whenever an option is not the same object: so this renders
 * anew only when the figures or names themselves have changed.
 */
export const ApexChart = memo(DrawnChart, (before, now) => {
  return before.formatValue === now.formatValue && JSON.stringify(before) === JSON.stringify(now)
})

function DrawnChart(props: Props) {
  const { mode } = useColorMode()
  const nonce = use(NonceContext)
  const donut = props.kind === 'donut'
  const series = donut
    ? (props.series[0]?.data ?? []).map(Number)
    : props.series.map(({ name, data }) => ({ name: inertText(name), data: data.map(orGap) }))
  return (
    <ReactApexChart
      key={mode}
      type={props.kind}
      height={props.height}
      series={series}
      options={{ ...frameOptions(mode, nonce), ...(donut ? donutOptions(props) : axisOptions(props)) }}
    />
  )
}

/** What is not known leaves a gap in a line. */
const orGap = (value: number): number | null => (Number.isFinite(value) ? value : null)

function frameOptions(mode: ColorMode, nonce: string | undefined): ApexOptions {
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
    colors: series,
    grid: { borderColor: grid, strokeDashArray: 4 },
    dataLabels: { enabled: false },
    legend: { position: 'bottom', showForSingleSeries: true },
  }
}

function donutOptions({ categories, formatValue }: Props): ApexOptions {
  return {
    labels: categories.map(inertText),
    stroke: { width: 0 },
    tooltip: { y: { formatter: inertFormat(formatValue) } },
  }
}

function axisOptions({ kind, horizontal = false, categories, formatValue }: Props): ApexOptions {
  const format = inertFormat(formatValue)
  const values = { labels: { formatter: format } }
  const names = horizontal
    ? { labels: { maxWidth: window.innerWidth < 600 ? 130 : 280 } }
    : { labels: { trim: true, rotate: -35, hideOverlappingLabels: false } }
  return {
    xaxis: {
      categories: categories.map(inertText),
      tooltip: { enabled: false },
      // its type knows values as strings only
      ...((horizontal ? values : names) as NonNullable<ApexOptions['xaxis']>),
    },
    yaxis: horizontal ? names : { ...values, min: 0, forceNiceScale: true },
    plotOptions: { bar: { horizontal, borderRadius: 3, columnWidth: '62%', barHeight: '72%' } },
    stroke: kind === 'line' ? { curve: 'smooth', width: 3 } : { width: 0 },
    tooltip: { shared: kind === 'line' || !horizontal, intersect: false, y: { formatter: format } },
  }
}

function inertFormat(formatValue: Props['formatValue']): (value: number) => string {
  return (value) => inertText(formatValue(value))
}
