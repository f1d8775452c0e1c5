import { expectAccessible } from '../../suite/accessibility.ts'
import { connectApi } from '../../suite/api.ts'
import {
  addLine,
  addStrip,
  KEY_MS,
  listedBills,
  numberText,
  openCounter,
  payable,
  payCash,
  printed,
} from '../../suite/bills.ts'
import { AWAY } from '../../suite/counter.ts'
import { expect, test } from '../../suite/test.ts'

test('a bill of five lines is typed, paid, printed and found', async ({ page, suite }) => {
  const api = await connectApi(suite)
  const names = ['Billed Dolo', 'Billed Azee', 'Billed Pan', 'Billed Crocin', 'Billed Zincovit']
  for (const name of names) await addStrip(api, name)
  await openCounter(page, 'A')
  for (const [at, name] of names.entries()) await addLine(page, name, at === 0 ? '2.4' : '1')
  // 34 tablets at ₹35 per strip of 15, plus four strips: 79.33 + 140, rounded down.
  await expect(payable(page)).toHaveText('₹219.00')
  await expectAccessible(page)
  await page.keyboard.press('+')
  await page.keyboard.type('300', { delay: KEY_MS })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: numberText('A', 1) })).toContainText('₹81.00')
  const [paper] = await printed(page)
  for (const text of ['Cash Memo', numberText('A', 1), '2 strips + 4', ...names])
    expect(paper).toContain(text)
  await page.goto('/bills')
  await page.getByRole('link', { name: numberText('A', 1) }).click()
  await expect(page.getByRole('heading', { name: `Cash Memo ${numberText('A', 1)}` })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/sales')
  await expect(page.getByRole('link', { name: numberText('A', 1) })).toHaveCount(5)
})

test('without a line ten bills are printed, and all are booked under their numbers', async ({
  page,
  context,
  suite,
  troubles,
}) => {
  troubles.allow(AWAY)
  const api = await connectApi(suite)
  await addStrip(api, 'Offline Dolo', { currentStock: 120 })
  await openCounter(page, 'C')
  await addLine(page, 'Offline Dolo', '1')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear the bill' }).click()
  await context.setOffline(true)
  for (let bill = 1; bill <= 10; bill += 1) {
    await addLine(page, 'Offline Dolo', '1')
    await payCash(page)
    await expect.poll(() => printed(page)).toHaveLength(bill)
  }
  await expect(page.getByText('10 bills were handed over but not sent yet')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/handed over but not sent yet/)).toHaveCount(0)
  for (const number of [1, 10])
    expect(await listedBills(api, numberText('C', number))).toMatchObject([
      { status: 'final', handedOver: true },
    ])
  // Two of the bills sold strips that the books lacked.
  await page.goto('/bills?differs=true')
  await expect(page.getByRole('link', { name: /^C\// })).toHaveCount(2)
})

test('after a power cut the seller says whether the goods have left', async ({ page, suite, troubles }) => {
  troubles.allow(AWAY)
  const api = await connectApi(suite)
  await addStrip(api, 'Cut Dolo')
  await openCounter(page, 'D')
  await addLine(page, 'Cut Dolo', '1')
  // No answer ever comes, and the page reloads while it waits.
  await page.context().route('**/api/bills', () => {})
  const asked = page.waitForRequest('**/api/bills')
  await payCash(page)
  await asked
  await page.reload()
  await page.context().unroute('**/api/bills')
  await page.getByRole('button', { name: 'Yes, handed over' }).click()
  await expect.poll(() => printed(page)).toHaveLength(1)
  await expect
    .poll(async () => (await listedBills(api, numberText('D', 1))).map(({ status }) => status))
    .toEqual(['final'])
})
