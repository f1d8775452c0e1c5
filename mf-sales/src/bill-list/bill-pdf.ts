import { type BillDocument, packText, type ShownBillLine } from '@mms/contracts'
import { formatInstant } from '@mms/ui'
import { loadFonts } from '@mms/ui/pdf-fonts'
import { jsPDF } from 'jspdf'
import { autoTable, type UserOptions } from 'jspdf-autotable'
import {
  amountInWords,
  amountOf,
  batchesOf,
  discountOf,
  formatPaise,
  headLines,
  joined,
  mrpOf,
  percentText,
  plainPaise,
  scheduleText,
  taxesOf,
  wordsOf,
} from '../bills/words.ts'

/** In millimetres, on A5. */
const MARGIN = 10
const WIDTH = 148 - 2 * MARGIN
const RIGHT = MARGIN + WIDTH
const BOTTOM = 210 - MARGIN
const LINE = 4

/** The bill or credit note as it is printed on A5, without QR code. */
export async function billPdf(bill: BillDocument): Promise<File> {
  const fonts = await loadFonts()
  const pdf = new jsPDF({ format: 'a5', unit: 'mm', compress: true })
  fonts.addTo(pdf)
  pdf.setProperties({ title: `${bill.title} ${bill.number}` })
  let y = writeHead(pdf, bill)
  y = writeLines(pdf, bill, y)
  y = writeTotals(pdf, bill, y + 2)
  y = writeTaxes(pdf, bill, y + 2)
  writePayments(pdf, bill, y + 4)
  return new File([pdf.output('blob')], `${bill.number.replaceAll('/', '-')}.pdf`, {
    type: 'application/pdf',
  })
}

/** Returns the y below the text, on the next page if it does not fit. */
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
  const { name, store, composition, people } = headLines(bill)
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

/** The table plug-in stores this on the document. */
const endOfTable = (pdf: jsPDF): number =>
  (pdf as jsPDF & { lastAutoTable: { finalY: number } }).lastAutoTable.finalY + LINE

const atRight = (content: string) => ({ content, styles: { halign: 'right' as const } })

function rowOf(line: ShownBillLine, at: number) {
  const batches = batchesOf(line).map(({ number, expiry }) => `${number} ${expiry}`)
  return [
    ...[String(at + 1), [line.name, scheduleText(line)].filter(Boolean).join('\n'), line.hsn],
    batches.join('\n'),
    ...[packText(line.units, line), mrpOf(line), discountOf(line)].map(atRight),
    atRight(amountOf(line)),
  ]
}

function writeLines(pdf: jsPDF, { lines }: BillDocument, y: number): number {
  autoTable(pdf, {
    ...looks,
    startY: y,
    head: [
      ['#', 'Medicine', 'HSN', 'Batch, expiry', ...['Quantity', 'MRP', 'Discount', 'Amount'].map(atRight)],
    ],
    body: lines.map(rowOf),
    columnStyles: { 0: { cellWidth: 6 }, 2: { cellWidth: 11 }, 3: { cellWidth: 21 }, 4: { cellWidth: 21 } },
  })
  return endOfTable(pdf)
}

function writeTotals(pdf: jsPDF, bill: BillDocument, start: number): number {
  const { billDiscount, total, roundOff, payable } = bill
  const sums = [
    ...(billDiscount > 0
      ? [['Sum', total + billDiscount] as const, ['Discount', -billDiscount] as const]
      : []),
    ...(roundOff === 0 ? [] : [['Total', total] as const, ['Round-off', roundOff] as const]),
  ]
  let y = start
  for (const [label, paise] of sums) y = writePair(pdf, [label, plainPaise(paise)], y)
  y = writePair(pdf, [wordsOf(bill).payable, formatPaise(payable)], y + 1, true)
  return write(pdf, amountInWords(payable), y)
}

function writeTaxes(pdf: jsPDF, bill: BillDocument, y: number): number {
  const taxes = taxesOf(bill)
  if (taxes.length === 0) return y
  autoTable(pdf, {
    ...looks,
    startY: y,
    head: [['GST', atRight('Taxable'), ...taxes.map((tax) => atRight(tax.toUpperCase()))]],
    body: bill.rates.map((rate) => [
      percentText(rate.rateBp),
      ...[rate.taxable, ...taxes.map((tax) => rate[tax])].map((paise) => atRight(plainPaise(paise))),
    ]),
  })
  return endOfTable(pdf)
}

function writePayments(pdf: jsPDF, bill: BillDocument, start: number): void {
  let y = start
  for (const { mode, amount, reference } of bill.payments) {
    const label = joined(wordsOf(bill).modes[mode], reference)
    y = writePair(pdf, [label, plainPaise(amount)], y)
  }
}
