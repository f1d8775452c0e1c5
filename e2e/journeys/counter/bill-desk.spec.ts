import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { BillDocument, ShownBillSettings } from '@mms/contracts'
import { type Api, connectApi } from '../../suite/api.ts'
import {
  addLine,
  addStrip,
  listedBills,
  numberText,
  openCounter,
  payable,
  payCash,
  printed,
} from '../../suite/bills.ts'
import { picker } from '../../suite/counter.ts'
import { expect, test } from '../../suite/test.ts'
import { connectKeyboard } from '../../typing/typist.ts'

const run = promisify(execFile)
const GTIN = '09521234543213'

test('scans add lines, count packs and name the batch of the pack', async ({ page, suite }) => {
  const api = await connectApi(suite)
  const dolo = await addStrip(api, 'Scanned Dolo', { barcode: '8901234500002', currentStock: 0 })
  const pan = await addStrip(api, 'Scanned Pan', { barcode: '9521234543213', currentStock: 0 })
  for (const [{ _id: medicineId }, number, expiryDate] of [
    [dolo, 'D1', '2031-01-31'],
    [pan, 'EARLY', '2030-01-31'],
    [pan, 'LATE', '2031-12-31'],
  ] as const) {
    const purchase = { medicineId, type: 'purchase', quantity: 60, unitPrice: 1 }
    await api.post('/api/transactions', { ...purchase, batch: { number, expiryDate } })
  }
  await openCounter(page, 'E')
  // A scan needs the medicines.
  await picker(page).fill('scanned pan')
  await expect(page.getByRole('option', { name: 'Scanned Pan' })).toBeVisible()
  for (const _ of [1, 2]) await page.keyboard.press('Escape')
  const type = await connectKeyboard(page)
  const scan = (code: string) => type(20, code, 'Enter')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await scan('8901234500002')
  await scan('8901234500002')
  await scan(`]d201${GTIN}1731123110LATE`)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await expect(page.getByText(/LATE/).first()).toBeVisible()
  await page.keyboard.press('Enter')
  // Three strips at ₹35 each.
  await expect(payable(page)).toHaveText('₹105.00')
  await payCash(page)
  await expect.poll(() => printed(page)).toHaveLength(1)
  const [listed] = await listedBills(api, numberText('E', 1))
  const bill = await api.get<BillDocument>(`/api/bills/${listed?._id}`)
  expect(bill.lines.map(({ name, units, batches }) => [name, units, batches[0]?.number])).toEqual([
    ['Scanned Dolo', 30, 'D1'],
    ['Scanned Pan', 15, 'LATE'],
  ])
})

test('two tabs of a counter share its numbers', async ({ page, context, suite, troubles }) => {
  troubles.allow(/409/)
  const api = await connectApi(suite)
  await addStrip(api, 'Tabbed Dolo')
  await openCounter(page, 'F')
  const other = await context.newPage()
  await other.addInitScript(() => {
    window.print = () => setTimeout(() => window.dispatchEvent(new Event('afterprint')))
  })
  await other.goto('/bills/new')
  await expect(picker(other)).toBeFocused()
  for (const [at, tab] of [page, other, page, other].entries()) {
    await tab.bringToFront()
    await addLine(tab, 'Tabbed Dolo', '1')
    await payCash(tab)
    await expect(tab.getByRole('status').filter({ hasText: numberText('F', at + 1) })).toBeVisible()
  }
  // A bill that waited for its answer too long is sent once more.
  for (const number of [1, 2, 3, 4])
    await expect.poll(() => listedBills(api, numberText('F', number))).toMatchObject([{ status: 'final' }])
  const own = await api.get<{ code: string; last: number; missing: number[] }[]>('/api/bills/counters')
  expect(own.find(({ code }) => code === 'F')).toMatchObject({ last: 4, missing: [] })
})

async function asRegisteredStore(api: Api, work: () => Promise<void>): Promise<void> {
  const shown = await api.get<ShownBillSettings>('/api/bills/store')
  const { version: _, changedAt: __, changedBy: ___, ...before } = shown
  const registered = {
    legalName: 'Rao Medicals',
    stateCode: '27',
    gstin: '27AAPFU0939F1ZV',
    taxStatus: 'regular',
  }
  await api.put('/api/bills/store', { ...before, ...registered, paper: 'A5' })
  try {
    await work()
  } finally {
    await api.put('/api/bills/store', before)
  }
}

const textOf = async (file: string) => (await run('pdftotext', ['-layout', file, '-'])).stdout

test('a printed bill and its shared PDF say what the books say', async ({ page, suite }, testInfo) => {
  const api = await connectApi(suite)
  const names = [
    'Printed Dolo',
    'Printed Amoxicillin and Potassium Clavulanate Oral Suspension IP',
    'Printed Pan',
  ]
  for (const name of names) await addStrip(api, name, { schedule: 'H' })
  await asRegisteredStore(api, async () => {
    await openCounter(page, 'G')
    for (const name of names) await addLine(page, name, '2.4')
    await payCash(page)
    await expect.poll(() => printed(page)).toHaveLength(1)
    const [listed] = await listedBills(api, numberText('G', 1))
    await page.goto(`/bills/${listed?._id}`)
    const bill = await api.get<BillDocument>(`/api/bills/${listed?._id}`)
    const [rate] = bill.rates
    const rupees = (paise = 0) => (paise / 100).toLocaleString('en-IN', { minimumFractionDigits: 2 })
    const facts = [
      ...['Rao Medicals', '27AAPFU0939F1ZV', 'Tax Invoice', numberText('G', 1), '2 strips + 4', 'Schedule H'],
      ...[rupees(bill.lines[0]?.net), rupees(bill.payable), rupees(rate?.taxable), rupees(rate?.cgst)],
      ...['Rupees Two Hundred', 'Cash'],
    ]
    await page.evaluate(() => {
      window.print = () => {}
    })
    await page.getByRole('button', { name: 'Print' }).click()
    const paper = testInfo.outputPath('printed.pdf')
    await page.pdf({ path: paper, preferCSSPageSize: true })
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'PDF' }).click()
    const shared = testInfo.outputPath('shared.pdf')
    await (await saved).saveAs(shared)
    for (const text of [await textOf(paper), await textOf(shared)]) {
      for (const fact of facts) expect(text).toContain(fact)
      expect(text.replaceAll(/\s+/g, ' ')).toContain('Printed Pan')
      expect(text).not.toContain('All bills')
    }
    expect((await run('pdfinfo', [paper])).stdout).toMatch(/Pages:\s+1\n[\s\S]*\(A5\)/)
  })
})
