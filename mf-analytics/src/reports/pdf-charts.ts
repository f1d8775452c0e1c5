import { formatCount } from '@mms/ui'
import type { jsPDF } from 'jspdf'
import type { ReportPanel } from './report-panels.ts'

/** In millimetres. */
interface ChartArea {
  x: number
  y: number
  width: number
}

const COLORS = ['#12836f', '#e0913a', '#3b6fb6']
const GRID = '#d5dcdc'
const HEAD = 13
const LINE = 2.9
const BAR = 2.1
const PLOT = 40
const TICKS = 4
/** Maximum characters of a name below its bar. Longer names are printed beside their bars. */
const MONTH_LENGTH = 9

/** Wraps each name instead of cutting it. */
function namesIn(pdf: jsPDF, { chart }: ReportPanel, width: number): string[][] {
  pdf.setFont('report', 'normal').setFontSize(7.5)
  return chart.categories.map((name) => pdf.splitTextToSize(name, width * 0.4))
}

const isByName = ({ chart }: ReportPanel) => chart.categories.some((name) => name.length > MONTH_LENGTH)

const rowHeight = (lines: string[], { chart }: ReportPanel) =>
  Math.max(lines.length * LINE, chart.series.length * BAR) + 1.4

export function chartHeightOf(pdf: jsPDF, panel: ReportPanel, width: number): number {
  if (panel.isEmpty) return HEAD + 8
  if (!isByName(panel)) return HEAD + PLOT + 8
  const rows = namesIn(pdf, panel, width).map((lines) => rowHeight(lines, panel))
  return HEAD + rows.reduce((sum, height) => sum + height, 0) + 3
}

export function drawChart(pdf: jsPDF, panel: ReportPanel, { x, y, width }: ChartArea): void {
  const { title, none, isEmpty, chart } = panel
  pdf.setTextColor(0).setFont('report', 'bold').setFontSize(10).text(title, x, y)
  pdf.setFont('report', 'normal').setFontSize(8)
  if (isEmpty) return void pdf.text(none, x, y + 6)
  let at = x
  for (const [index, { name }] of chart.series.entries()) {
    pdf.setFillColor(COLORS[index] ?? GRID).rect(at, y + 3, 2.5, 2.5, 'F')
    pdf.text(name, at + 3.5, y + 5.3)
    at += pdf.getTextWidth(name) + 8
  }
  const draw = isByName(panel) ? drawRows : drawColumns
  draw(pdf, panel, { x, y: y + HEAD - 4, width })
}

function rangeOf({ chart }: ReportPanel) {
  const values = chart.series.flatMap(({ data }) => data).filter(Number.isFinite)
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  return { low, high, share: (value: number) => (value - low) / (high - low || 1) }
}

function drawRows(pdf: jsPDF, panel: ReportPanel, { x, y, width }: ChartArea): void {
  const { formatValue = formatCount } = panel.chart
  const names = namesIn(pdf, panel, width)
  const { high, low, share } = rangeOf(panel)
  const nameWidth = Math.max(...names.flat().map((line) => pdf.getTextWidth(line))) + 2
  const valueWidth = Math.max(...[low, high].map((value) => pdf.getTextWidth(formatValue(value)))) + 2
  const place = (value: number) => x + nameWidth + share(value) * (width - nameWidth - valueWidth)
  let top = y
  for (const [index, lines] of names.entries()) {
    const height = rowHeight(lines, panel)
    pdf.setFontSize(7.5).text(lines, x, top + (height - lines.length * LINE) / 2 + 2.1)
    pdf.setFontSize(6)
    const first = top + (height - panel.chart.series.length * BAR) / 2
    for (const [series, { data }] of panel.chart.series.entries()) {
      const value = data[index] ?? Number.NaN
      if (!Number.isFinite(value)) continue
      const [from, to] = [place(Math.min(0, value)), place(Math.max(0, value))]
      const bar = first + series * BAR
      pdf.setFillColor(COLORS[series] ?? GRID).rect(from, bar, to - from, BAR - 0.3, 'F')
      pdf.text(formatValue(value), to + 0.8, bar + 1.6)
    }
    top += height
  }
}

/** Returns 1, 2 or 5 times a power of ten, for at most `TICKS` ticks. */
function tickOf(range: number): number {
  const least = Math.max(1, range / TICKS)
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5, 10].find((step) => step * power >= least) ?? 10) * power
}

function drawColumns(pdf: jsPDF, panel: ReportPanel, { x, y, width }: ChartArea): void {
  const { categories, series } = panel.chart
  const { low, high, share } = rangeOf(panel)
  const place = (value: number) => y + PLOT - share(value) * PLOT
  pdf.setFont('report', 'normal').setFontSize(7).setDrawColor(GRID).setLineWidth(0.15)
  const axis = Math.max(...[low, high].map((value) => pdf.getTextWidth(formatCount(value)))) + 2
  const tick = tickOf(high - low)
  for (let value = Math.ceil(low / tick) * tick; value <= high; value += tick) {
    pdf.line(x + axis, place(value), x + width, place(value))
    pdf.text(formatCount(value), x + axis - 1, place(value) + 1, { align: 'right' })
  }
  const slot = (width - axis) / categories.length
  const bar = (slot * 0.75) / series.length
  const nameWidth = Math.max(...categories.map((name) => pdf.getTextWidth(name))) + 1.5
  const named = Math.ceil(nameWidth / slot)
  for (const [index, name] of categories.entries()) {
    const left = x + axis + slot * index
    if (index % named === 0) pdf.text(name, left + slot / 2, y + PLOT + 4, { align: 'center' })
    for (const [at, { data }] of series.entries()) {
      const value = data[index] ?? Number.NaN
      if (!Number.isFinite(value)) continue
      const top = place(Math.max(0, value))
      const height = place(Math.min(0, value)) - top
      pdf.setFillColor(COLORS[at] ?? GRID).rect(left + slot * 0.125 + bar * at, top, bar * 0.92, height, 'F')
    }
  }
}
