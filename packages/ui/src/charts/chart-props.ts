export interface ChartProps {
  kind: 'bar' | 'line' | 'donut'
  /** Accessible name. The card around the chart has the visible heading. */
  label: string
  categories: readonly string[]
  /** A donut takes one series. `NaN` is an unknown value and leaves a gap. */
  series: readonly { name: string; data: readonly number[] }[]
  /** Ranges behind the lines, such as forecast intervals, widest first. `NaN`: no range. */
  bands?: readonly { name: string; low: readonly number[]; high: readonly number[] }[]
  /** Colours of a donut's parts, by meaning. */
  tones?: readonly ('danger' | 'neutral')[]
  horizontal?: boolean
  height?: number
  formatValue?: (value: number) => string
}
