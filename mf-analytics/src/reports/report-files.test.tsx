import { readFile } from 'node:fs/promises'
import type { Report } from '@mms/contracts'
import { showPage, signInAs, stubApi } from '@mms/sdk/test-support'
import { screen, within } from '@testing-library/react'
import Papa from 'papaparse'
import { beforeEach, expect, it, vi } from 'vitest'
import { pdfTexts } from '../../test/pdf-text.ts'
import { buildMovement, buildReport, noBatches, press, restock, saveFiles } from '../../test/support.tsx'
import { ReportsPage } from './reports-page.tsx'

// the drawing itself needs a real browser; its figures are in the table beside it
vi.mock('react-apexcharts', () => ({ default: () => null }))

const HIND = '@expo-google-fonts/hind'
/** The font's own file, as the build serves it. */
const font = async ({ path }: { path: string }) => {
  const name = path.includes('700Bold') ? '700Bold/Hind_700Bold' : '400Regular/Hind_400Regular'
  return new Response(await readFile(new URL(import.meta.resolve(`${HIND}/${name}.ttf`))))
}

/** The page with this report; returns the files that it saves. */
async function show(report: Report, fonts: (call: { path: string }) => unknown = font) {
  const files = saveFiles()
  stubApi({ ...noBatches, 'GET /api/reports': report, 'GET /*': fonts })
  showPage(<ReportsPage />)
  await screen.findByRole('table', { name: 'Stock Movement Details' })
  return files
}

const bytesOf = async (file: Blob | undefined) =>
  Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer(0))

const save = async (kind: 'PDF' | 'CSV', files: Blob[]) => {
  press(`Export to ${kind}`)
  await screen.findByText(`${kind} report generated successfully`)
  return bytesOf(files.at(-1))
}

const movements = [
  buildMovement({
    ...{ medicine: 'Dolo 650', initialStock: 40, added: 0, removed: 38, currentStock: 2 },
    ...{ unitPrice: 30.15, value: 60.25, costPrice: 22.5, expiryDate: '2026-12-21' },
  }),
  buildMovement({ medicine: 'ORS, orange', added: -5, removed: -8, turnoverRate: null, unitPrice: 2.5 }),
]

const shownRows = () =>
  within(screen.getByRole('table', { name: 'Stock Movement Details' }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))

beforeEach(() => signInAs('admin'))

it('saves as CSV what the table shows', async () => {
  const files = await show(buildReport({ movements }))
  const csv = (await save('CSV', files)).toString()
  const rows = Papa.parse<string[]>(csv.slice(1)).data
  const shown = shownRows().map((row) => row.map((cell) => (cell === '-' ? '' : cell)))
  expect(rows.map((row) => row.slice(0, 6))).toEqual(shown)
  expect(rows[0]?.slice(6)).toEqual(['Category', 'Unit Price', 'Value', 'Cost Price', 'Expiry Date'])
  expect(rows[1]?.slice(6)).toEqual(['Vitamins', '30.15', '60.25', '22.50', '2026-12-21'])
  expect(rows[2]).toEqual(['ORS, orange', '10', '-5', '-8', '12', '', 'Vitamins', '2.50', '30.00', '', ''])
})

it('saves as PDF the period, the summary as its cards show it, the recommendations and the table', async () => {
  const report = buildReport({ movements, recommendations: [restock] })
  const sales = { value: -250, previous: 1_000, changePercent: -125 }
  const files = await show({ ...report, summary: { ...report.summary, sales } })
  const texts = pdfTexts(await save('PDF', files))
  const period = screen.getByText(/^Last Month, /, { selector: 'header *' }).textContent
  expect(texts.slice(0, 3)).toEqual(['Medicine Report', period, 'Store: Mumbai'])
  const cards = screen.getByRole('region', { name: 'Summary Statistics' })
  for (const text of ['Inventory Value', '₹1,23,456.50', '-₹250.00', '▼ 125 % from last month']) {
    expect(within(cards).getByText(text)).toBeTruthy()
    expect(texts).toContain(text.replace('▼ ', '-'))
  }
  expect(texts).toEqual(expect.arrayContaining([restock.title, restock.text, ...restock.reasons]))
  const table = texts.slice(texts.indexOf('Stock Movement Details') + 1, -2)
  expect(table).toEqual(shownRows().flat())
})

it('takes twelve pages at most, with the medicines that moved most, and says where the others are', async () => {
  const many = Array.from({ length: 10_000 }, (_, at) =>
    buildMovement({ medicine: `Medicine no ${at} ${'of a very long name '.repeat(8)}`, removed: at }),
  )
  const files = await show(buildReport({ movements: many }))
  const bytes = await save('PDF', files)
  const texts = pdfTexts(bytes)
  expect(Number(texts.at(-1)?.split(' ').at(-1))).toBeLessThanOrEqual(12)
  expect(texts.filter((text) => text.startsWith('Medicine no 9999 '))).toHaveLength(1)
  expect(texts.filter((text) => text.startsWith('Medicine no 1 '))).toEqual([])
  expect(texts.at(-3)).toMatch(
    /^\d+ of 10,000 medicines: the medicines with the largest movements\. Export to CSV for all\.$/,
  )
  // In the encoding of a title a no-break space is a euro sign.
  expect(bytes.toString('latin1')).toMatch(/\/Title \(Medicine report, Last Month, [ -~]+\)/)
})

it('says why there is no PDF, saves nothing, and makes it once the font is there', async () => {
  let isAway = true
  const files = await show(buildReport(), (call) => (isAway ? new Response('', { status: 503 }) : font(call)))
  press('Export to PDF')
  expect(await screen.findByText('Failed to generate PDF report')).toBeTruthy()
  expect(screen.getByText('The font of the document could not be loaded')).toBeTruthy()
  expect(files).toEqual([])
  isAway = false
  expect(pdfTexts(await save('PDF', files))).toContain('Medicine Report')
})
