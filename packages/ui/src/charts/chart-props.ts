export interface ChartProps {
  kind: 'bar' | 'line' | 'donut'
  /** Accessible name. The visible heading is the card's. */
  label: string
  categories: readonly string[]
  /** A donut takes one series. `NaN` marks an unknown figure and leaves a gap. */
  series: readonly { name: string; data: readonly number[] }[]
  /** Expected ranges behind the lines, widest first. `NaN` means no range. */
  bands?: readonly { name: string; low: readonly number[]; high: readonly number[] }[]
  /** Colours of a donut's parts by meaning. */
  tones?: readonly ('danger' | 'neutral')[]
  horizontal?: boolean
  height?: number
  formatValue?: (value: number) => string
}
