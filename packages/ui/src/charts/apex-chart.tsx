import type { ApexOptions } from 'apexcharts'
import { use } from 'react'
import ApexReact from 'react-apexcharts'
import { type ColorMode, useColorMode } from '../theme/color-mode.ts'
import { NonceContext } from '../theme/nonce.ts'
import type { ChartProps } from './chart.tsx'
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

/** The only caller of the chart library. */
export function ApexChart(props: Props) {
  const { mode } = useColorMode()
  const nonce = use(NonceContext)
  const names = props.categories.map(inertText)
  const donut = props.kind === 'donut'
  const series = donut
    ? (props.series[0]?.data ?? []).map(Number)
    : props.series.map(({ name, data }) => ({ name: inertText(name), data: data.map(Number) }))
  return (
    <ReactApexChart
      key={mode}
      type={props.kind}
      height={props.height}
      series={series}
      options={chartOptions(props, names, mode, nonce)}
    />
  )
}

function chartOptions(
  props: Props,
  names: string[],
  mode: ColorMode,
  nonce: string | undefined,
): ApexOptions {
  const { series, text, grid } = colors[mode]
  const format = (value: number) => inertText(props.formatValue(value))
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
    tooltip: { theme: mode, y: { formatter: format } },
    ...(props.kind === 'donut' ? { labels: names } : axisOptions(props, names, format)),
  }
}

function axisOptions(props: Props, names: string[], format: (value: number) => string): ApexOptions {
  return {
    xaxis: {
      categories: names,
      labels: { trim: true, rotate: -35, hideOverlappingLabels: false },
      tooltip: { enabled: false },
    },
    yaxis: { labels: { formatter: format }, min: 0, forceNiceScale: true },
    plotOptions: { bar: { borderRadius: 3, columnWidth: '62%' } },
    stroke:
      props.kind === 'line'
        ? { curve: 'smooth', width: 3 }
        : { show: true, width: 2, colors: ['transparent'] },
  }
}
