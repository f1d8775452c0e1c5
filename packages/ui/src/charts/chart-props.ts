export interface ChartProps {
  kind: 'bar' | 'line' | 'donut'
  /** Names the chart for those who do not see it; the visible heading is the card's. */
  label: string
  /** What the values are taken of: one name per value. */
  categories: readonly string[]
  /** A donut takes one series. `NaN` is a figure that is not known: a gap in a line. */
  series: readonly { name: string; data: readonly number[] }[]
  /** Areas behind the lines, the widest first: the limits of what is expected. `NaN` where nothing is. */
  bands?: readonly { name: string; low: readonly number[]; high: readonly number[] }[]
  /** Bars as rows: for long names and narrow screens. */
  horizontal?: boolean
  height?: number
  formatValue?: (value: number) => string
}
