import type { Recommendation, Report, StockMovement } from '@mms/contracts'
import { formatCount, formatInstant } from '@mms/ui'
import { loadFonts } from '@mms/ui/pdf-fonts'
import { jsPDF } from 'jspdf'
import { autoTable, type UserOptions } from 'jspdf-autotable'
import { formatTurnover } from '../figures.ts'
import * as words from '../words/reports.ts'
import { chartHeightOf, drawChart } from './pdf-charts.ts'
import { type ReportPanel, reportPanelsOf } from './report-panels.ts'
import { movementHeaders, movementUnitColumns, stockSumsOf, summaryFiguresOf } from './report-sums.ts'

/** In millimetres, on A4. */
const MARGIN = 15
const WIDTH = 210 - 2 * MARGIN
const BOTTOM = 297 - 18
const GAP = 8
const CHART_WIDTH = (WIDTH - GAP) / 2

const MOST_PAGES = 12
/** Maximum rows of the movements table, if each name takes one line. */
const MOST_LINES = 420

/** At most twelve pages: totals first, then recommendations, charts and the largest movements. */
export async function createReportPdf(report: Report): Promise<Blob> {
  const fonts = await loadFonts()
  for (let lines = MOST_LINES; ; lines = Math.floor(lines * 0.7)) {
    const pdf = new jsPDF({ format: 'a4', unit: 'mm', compress: true })
    fonts.addTo(pdf)
    write(pdf, report, lines)
    if (lines === 0 || pdf.getNumberOfPages() <= MOST_PAGES) return pdf.output('blob')
  }
}

function write(pdf: jsPDF, report: Report, lines: number): void {
  const { categoryValues, categories, stockHistory, alertsOverTime, demandComparison } =
    reportPanelsOf(report)
  let y = writeHead(pdf, report)
  y = writeSummary(pdf, report, y)
  y = writeCharts(pdf, [stockHistory, alertsOverTime], y)
  y = writeRecommendations(pdf, report, y)
  y = writeCharts(pdf, [categoryValues, categories], y)
  y = writeCharts(pdf, [demandComparison], y)
  writeMovements(pdf, report, lines, y)
  writePageNumbers(pdf, report)
}

function writeHead(pdf: jsPDF, report: Report): number {
  const period = words.describePeriod(report)
  // The encoding of PDF titles turns a no-break space into a euro sign.
  pdf.setProperties({ title: words.reportSubject(period.replace(/\s/g, ' ')) })
  pdf.setFont('report', 'bold').setFontSize(18).text(words.medicineReport, MARGIN, 22)
  pdf.setFont('report', 'normal').setFontSize(10).setTextColor(90)
  pdf.text(
    [period, words.storeIn(report.store.city), words.madeOn(formatInstant(report.generatedAt))],
    MARGIN,
    29,
  )
  pdf.setTextColor(0)
  return 45
}

function writeSummary(pdf: jsPDF, report: Report, y: number): number {
  autoTable(pdf, {
    ...looks,
    startY: y,
    head: [[words.summaryStatistics, atRight(words.value), words.changeColumn]],
    body: [
      ...summaryFiguresOf(report).map(({ label, value, change }) => [label, value, signed(change)]),
      ...stockSumsOf(report).map(({ label, value }) => [label, value, '']),
    ],
    columnStyles: { 1: { halign: 'right', cellWidth: 45 }, 2: { cellWidth: 65 } },
  })
  const end = endOfTable(pdf, y)
  pdf
    .setFontSize(8)
    .setTextColor(90)
    .text(words.NET_OF_REFUNDS, MARGIN, end + 5)
  return end + 5 + GAP
}

/** The font has no triangles. */
const signed = (change: string) => change.replace('▲ ', '+').replace('▼ ', '-')

function writeCharts(pdf: jsPDF, panels: ReportPanel[], start: number): number {
  const height = Math.max(...panels.map((panel) => chartHeightOf(pdf, panel, CHART_WIDTH)))
  const y = start + height > BOTTOM ? nextPage(pdf) : start
  for (const [index, panel] of panels.entries())
    drawChart(pdf, panel, { x: MARGIN + index * (CHART_WIDTH + GAP), y, width: CHART_WIDTH })
  return y + height + 4
}

function nextPage(pdf: jsPDF): number {
  pdf.addPage()
  return MARGIN + 5
}

function writeRecommendations(pdf: jsPDF, { recommendations }: Report, y: number): number {
  if (recommendations.length === 0) return y
  autoTable(pdf, {
    ...looks,
    startY: y,
    head: [[words.systemRecommendations, '']],
    body: recommendations.map(({ title, text, reasons, medicines }) => [
      title,
      [text, ...reasons, ...medicines.map(describeAdvised)].join('\n'),
    ]),
    columnStyles: { 0: { cellWidth: 45 } },
  })
  return endOfTable(pdf, y) + GAP
}

const describeAdvised = ({ medicine, reasons = [] }: Recommendation['medicines'][number]) =>
  reasons.length > 0 ? `${medicine}: ${reasons.join('; ')}` : medicine

function busiest(movements: StockMovement[], most: number): StockMovement[] {
  if (movements.length <= most) return movements
  const units = ({ added, removed }: StockMovement) => Math.abs(added) + Math.abs(removed)
  const chosen = new Set(movements.toSorted((a, b) => units(b) - units(a)).slice(0, most))
  return movements.filter((movement) => chosen.has(movement))
}

function writeMovements(pdf: jsPDF, { movements }: Report, most: number, start: number): void {
  const shown = busiest(movements, most)
  const y = start + 30 > BOTTOM ? nextPage(pdf) : start
  pdf.setTextColor(0).setFont('report', 'bold').setFontSize(12).text(words.stockMovementDetails, MARGIN, y)
  autoTable(pdf, {
    ...looks,
    startY: y + 4,
    head: [movementHeaders.map((header, column) => (column === 0 ? header : atRight(header)))],
    body: shown.map((row) => [
      row.medicine,
      ...movementUnitColumns.map(({ field }) => formatCount(row[field])),
      formatTurnover(row.turnoverRate),
    ]),
    columnStyles: Object.fromEntries([1, 2, 3, 4, 5].map((column) => [column, { halign: 'right' as const }])),
  })
  if (shown.length === movements.length) return
  const counts = words.shownOf(formatCount(shown.length), formatCount(movements.length))
  const note = words.mostMoved(counts)
  pdf
    .setFont('report', 'bold')
    .setFontSize(9)
    .text(note, MARGIN, Math.min(endOfTable(pdf, y) + 5, BOTTOM + 3))
}

function writePageNumbers(pdf: jsPDF, { generatedAt }: Report): void {
  const pages = pdf.getNumberOfPages()
  for (let page = 1; page <= pages; page += 1) {
    pdf.setPage(page)
    pdf.setFont('report', 'normal').setFontSize(8).setTextColor(90)
    pdf.text(words.asOf(formatInstant(generatedAt)), MARGIN, 287)
    pdf.text(words.pageOf(page, pages), 210 - MARGIN, 287, { align: 'right' })
  }
}

const looks: UserOptions = {
  margin: { left: MARGIN, right: MARGIN, bottom: 20 },
  styles: { font: 'report', fontSize: 8.5, cellPadding: 1.1, overflow: 'linebreak' },
  headStyles: { fillColor: [18, 131, 111], fontStyle: 'bold' },
}

const atRight = (content: string) => ({ content, styles: { halign: 'right' as const } })

/** The table plug-in stores this on the document. */
function endOfTable(pdf: jsPDF, otherwise: number): number {
  return (pdf as jsPDF & { lastAutoTable?: { finalY: number } }).lastAutoTable?.finalY ?? otherwise
}
