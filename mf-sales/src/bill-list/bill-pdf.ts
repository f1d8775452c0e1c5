import type { BillDocument } from '@mms/contracts'
import { formatInstant } from '@mms/ui'
import { loadFonts } from '@mms/ui/pdf-fonts'
import { jsPDF } from 'jspdf'
import { autoTable, type UserOptions } from 'jspdf-autotable'
import { formatPaise, formatPlainPaise } from '../amounts.ts'
import {
  headLinesOf,
  joinTexts,
  lineTable,
  type PaperTable,
  sumsAbovePayable,
  taxTable,
} from '../bills/paper-tables.ts'
import { amountInWords, wordsOf } from '../words/bills.ts'

/** In millimetres, on A5. */
const MARGIN = 10
const WIDTH = 148 - 2 * MARGIN
const RIGHT = MARGIN + WIDTH
const BOTTOM = 210 - MARGIN
const LINE = 4

export async function createBillPdf(bill: BillDocument): Promise<File> {
  const fonts = await loadFonts()
  const pdf = new jsPDF({ format: 'a5', unit: 'mm', compress: true })
  fonts.addTo(pdf)
  pdf.setProperties({ title: `${bill.title} ${bill.number}` })
  let y = writeHead(pdf, bill)
  y = writeTable(pdf, lineTable(bill.lines), y, lineWidths)
  y = writeTotals(pdf, bill, y + 2)
  y = writeTable(pdf, taxTable(bill), y + 2)
  writePayments(pdf, bill, y + 4)
  return new File([pdf.output('blob')], `${bill.number.replaceAll('/', '-')}.pdf`, {
    type: 'application/pdf',
  })
}

/** Returns the y position below the text. If the text does not fit, it starts a new page. */
function write(
  pdf: jsPDF,
  text: string,
  y: number,
  { size = 8.5, bold = false, centre = false } = {},
): number {
  const lines: string[] = pdf
    .setFont('report', bold ? 'bold' : 'normal')
    .setFontSize(size)
    .splitTextToSize(text, WIDTH)
  const top = fitting(pdf, y, lines.length * LINE)
  pdf.text(lines, centre ? MARGIN + WIDTH / 2 : MARGIN, top, { align: centre ? 'center' : 'left' })
  return top + lines.length * LINE * (size > 10 ? 1.3 : 1)
}

function fitting(pdf: jsPDF, y: number, height: number): number {
  if (y + height <= BOTTOM) return y
  pdf.addPage()
  return MARGIN + LINE
}

function writePair(pdf: jsPDF, [label, amount]: readonly [string, string], y: number, bold = false): number {
  const below = write(pdf, label, y, { bold, size: bold ? 11 : 8.5 })
  pdf.text(amount, RIGHT, below - LINE * (bold ? 1.3 : 1), { align: 'right' })
  return below
}

function writeHead(pdf: jsPDF, bill: BillDocument): number {
  const { name, store, composition, people } = headLinesOf(bill)
  let y = write(pdf, name, MARGIN + LINE, { size: 13, bold: true, centre: true })
  for (const text of store) y = write(pdf, text, y, { centre: true })
  y = write(pdf, bill.title, y + 1, { size: 11, bold: true, centre: true })
  if (composition) y = write(pdf, composition, y, { centre: true })
  y = writePair(pdf, [bill.number, formatInstant(bill.madeAt, 'en-IN')], y + 1)
  for (const text of people) y = write(pdf, text, y)
  return y
}

const looks: UserOptions = {
  theme: 'plain',
  margin: MARGIN,
  styles: { font: 'report', fontSize: 7.5, cellPadding: 0.6, overflow: 'linebreak' },
  headStyles: { fontStyle: 'bold', lineWidth: { bottom: 0.2 }, lineColor: 0 },
}

const lineWidths = { 0: { cellWidth: 6 }, 2: { cellWidth: 11 }, 3: { cellWidth: 21 }, 4: { cellWidth: 21 } }

function writeTable(pdf: jsPDF, table: PaperTable | undefined, y: number, columnStyles = {}): number {
  if (!table) return y
  const cellsOf = (texts: readonly string[]) =>
    texts.map((content, at) =>
      at < table.texts ? content : { content, styles: { halign: 'right' as const } },
    )
  const body = table.rows.map(cellsOf)
  autoTable(pdf, { ...looks, startY: y, head: [cellsOf(table.heads)], body, columnStyles })
  // The table plug-in stores where the table ended on the document.
  return (pdf as jsPDF & { lastAutoTable: { finalY: number } }).lastAutoTable.finalY + LINE
}

function writeTotals(pdf: jsPDF, bill: BillDocument, start: number): number {
  let y = start
  for (const [label, paise] of sumsAbovePayable(bill)) y = writePair(pdf, [label, formatPlainPaise(paise)], y)
  y = writePair(pdf, [wordsOf(bill).payable, formatPaise(bill.payable)], y + 1, true)
  return write(pdf, amountInWords(bill.payable), y)
}

function writePayments(pdf: jsPDF, bill: BillDocument, start: number): void {
  let y = start
  for (const { mode, amount, reference } of bill.payments) {
    const label = joinTexts(wordsOf(bill).modes[mode], reference)
    y = writePair(pdf, [label, formatPlainPaise(amount)], y)
  }
}
