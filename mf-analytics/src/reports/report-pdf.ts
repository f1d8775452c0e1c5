import type { Report } from '@mms/contracts'
import type { ChartPicture } from '@mms/ui'
import { formatCount, formatInstant } from '@mms/ui'
import { jsPDF } from 'jspdf'
import { autoTable, type UserOptions } from 'jspdf-autotable'
import { loadFonts } from './pdf-fonts.ts'
import { describePeriod, formatTurnover, movementHeaders, movementUnits, summaryFigures } from './words.ts'

/** Millimetres, on A4. */
const MARGIN = 15
const WIDTH = 210 - 2 * MARGIN
const BOTTOM = 297 - 20

/** Title, period and store, the summary, the charts as pictures, the table of movements, and page numbers. */
export async function reportPdf(report: Report, pictures: readonly ChartPicture[]): Promise<Blob> {
  const pdf = new jsPDF({ format: 'a4', unit: 'mm', compress: true })
  await loadFonts(pdf)
  let y = writeHead(pdf, report)
  y = writeSummary(pdf, report, y)
  y = writeRecommendations(pdf, report, y)
  writePictures(pdf, pictures, y)
  writeMovements(pdf, report)
  writePageNumbers(pdf, report)
  return pdf.output('blob')
}

function writeHead(pdf: jsPDF, report: Report): number {
  pdf.setProperties({ title: `Medicine report, ${describePeriod(report)}` })
  pdf.setFont('report', 'bold').setFontSize(18).text('Medicine Report', MARGIN, 22)
  pdf.setFont('report', 'normal').setFontSize(10).setTextColor(90)
  pdf.text([describePeriod(report), `Store: ${report.store.city}`], MARGIN, 29)
  pdf.setTextColor(0)
  return 40
}

function writeSummary(pdf: jsPDF, report: Report, y: number): number {
  autoTable(pdf, {
    ...looks,
    startY: y,
    head: [['Summary Statistics', 'Value', 'Change']],
    body: summaryFigures(report).map(({ label, value, change }) => [label, value, signed(change)]),
  })
  return endOfTable(pdf, y) + 8
}

/** The font has no triangles. */
const signed = (change: string) => change.replace('▲ ', '+').replace('▼ ', '-')

function writeRecommendations(pdf: jsPDF, { recommendations }: Report, y: number): number {
  if (recommendations.length === 0) return y
  autoTable(pdf, {
    ...looks,
    startY: y,
    head: [['System Recommendations', '']],
    body: recommendations.map(({ title, text, reasons }) => [title, [text, ...reasons].join('\n')]),
    columnStyles: { 0: { cellWidth: 45 } },
  })
  return endOfTable(pdf, y) + 8
}

/** Each as wide as the page, below its name; one that does not fit goes to the next page. */
function writePictures(pdf: jsPDF, pictures: readonly ChartPicture[], start: number): void {
  let y = start
  for (const { label, png, width, height, legend } of pictures) {
    const tall = Math.min((WIDTH * height) / width, BOTTOM - MARGIN - 14)
    if (y + tall + 14 > BOTTOM) {
      pdf.addPage()
      y = MARGIN + 5
    }
    pdf.setFont('report', 'bold').setFontSize(10).text(label, MARGIN, y, { maxWidth: WIDTH })
    pdf.addImage(png, 'PNG', MARGIN, y + 3, (tall * width) / height, tall, undefined, 'FAST')
    writeLegend(pdf, legend, y + tall + 6)
    y += tall + 18
  }
}

/** A square of each color with its name, side by side. */
function writeLegend(pdf: jsPDF, legend: ChartPicture['legend'], y: number): void {
  pdf.setFont('report', 'normal').setFontSize(9)
  let x = MARGIN
  for (const { name, color } of legend) {
    pdf.setFillColor(...channelsOf(color)).rect(x, y - 2.5, 3, 3, 'F')
    pdf.text(name, x + 4.5, y)
    x += pdf.getTextWidth(name) + 11
  }
}

/** `channelsOf('rgb(18, 131, 111)') // [18, 131, 111]` */
function channelsOf(color: string): [number, number, number] {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number)
  return [red, green, blue]
}

function writeMovements(pdf: jsPDF, { movements }: Report): void {
  pdf.addPage()
  pdf
    .setFont('report', 'bold')
    .setFontSize(12)
    .text('Stock Movement Details', MARGIN, MARGIN + 5)
  autoTable(pdf, {
    ...looks,
    startY: MARGIN + 9,
    head: [movementHeaders],
    body: movements.map((row) => [
      row.medicine,
      ...movementUnits.map(({ field }) => formatCount(row[field])),
      formatTurnover(row.turnoverRate),
    ]),
    columnStyles: Object.fromEntries([1, 2, 3, 4, 5].map((column) => [column, { halign: 'right' as const }])),
  })
}

function writePageNumbers(pdf: jsPDF, { generatedAt }: Report): void {
  const pages = pdf.getNumberOfPages()
  for (let page = 1; page <= pages; page += 1) {
    pdf.setPage(page)
    pdf.setFont('report', 'normal').setFontSize(8).setTextColor(90)
    pdf.text(`As of ${formatInstant(generatedAt)}`, MARGIN, 287)
    pdf.text(`Page ${page} of ${pages}`, 210 - MARGIN, 287, { align: 'right' })
  }
}

const looks: UserOptions = {
  margin: { left: MARGIN, right: MARGIN, bottom: 20 },
  styles: { font: 'report', fontSize: 9, overflow: 'linebreak' },
  headStyles: { fillColor: [18, 131, 111], fontStyle: 'bold' },
}

/** Where the last table ended; the plug-in leaves it on the document. */
function endOfTable(pdf: jsPDF, otherwise: number): number {
  return (pdf as jsPDF & { lastAutoTable?: { finalY: number } }).lastAutoTable?.finalY ?? otherwise
}
