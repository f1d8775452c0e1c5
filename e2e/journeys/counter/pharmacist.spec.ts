import { addDays } from '@mms/contracts'
import { sales } from '@mms/mf-sales/e2e/words.ts'
import type { Page } from '@playwright/test'
import { type Api, addMedicine, connectApi } from '../../suite/api.ts'
import { confirm, picker, quantity } from '../../suite/counter.ts'
import { enter, expect, test } from '../../suite/test.ts'

const today = new Date().toISOString().slice(0, 10)
const MAKER = 'Journey Labs'
const NAME = 'Pharmadol 500'
/** Batches in order of expiry. OLD has expired. */
const dates = {
  OLD: addDays(today, -40),
  P1: addDays(today, 20),
  P2: addDays(today, 60),
  P3: addDays(today, 800),
}

const form = (page: Page) => page.getByRole('form', { name: sales.form })
const dialog = (page: Page) => page.getByRole('dialog')

/** Keys that choose a transaction type. */
const keys = { Purchase: 'F4', Sale: 'F2' }

async function pick(page: Page, type: keyof typeof keys) {
  await page.keyboard.press(keys[type])
  await picker(page).fill(NAME.toLowerCase())
  await page.getByRole('option', { name: NAME }).click()
}

async function receive(page: Page, number: keyof typeof dates) {
  await pick(page, 'Purchase')
  await quantity(page).fill('10')
  await form(page).getByLabel('Batch', { exact: true }).fill(number)
  await form(page).getByLabel('New Expiry Date', { exact: true }).fill(dates[number])
  // A date that is near or has passed is asked about.
  await confirm(page)
}

const stockOf = async (api: Api, id: string) => {
  const batches = await api.get<{ number: string; stock: number; status: string }[]>(
    `/api/medicines/${id}/batches?empty=true`,
  )
  return Object.fromEntries(
    batches.filter(({ number }) => number).map(({ number, stock, status }) => [number, `${stock} ${status}`]),
  )
}

test('batches as a pharmacist works with them: received, sold, chosen, refused, recalled, and worked off', {
  tag: '@smoke',
}, async ({ page, suite, troubles }) => {
  troubles.allow(/409/)
  const api = await connectApi(suite)
  const { _id } = await addMedicine(api, { name: NAME, manufacturer: MAKER, currentStock: 0, unitPrice: 4 })

  await test.step('receives three batches, and one that has expired', async () => {
    await enter(page, '/sales')
    await expect(picker(page)).toBeFocused()
    for (const number of ['P2', 'P1', 'P3', 'OLD'] as const) await receive(page, number)
    await expect
      .poll(() => stockOf(api, _id))
      .toEqual({ OLD: '10 available', P1: '10 available', P2: '10 available', P3: '10 available' })
  })

  await test.step('sells through two of them', async () => {
    await pick(page, 'Sale')
    await quantity(page).fill('14')
    await page.keyboard.press('Enter')
    await expect
      .poll(() => stockOf(api, _id))
      .toMatchObject({ OLD: '10 available', P1: '0 available', P2: '6 available' })
  })

  await test.step('chooses the third with a reason', async () => {
    await pick(page, 'Sale')
    await form(page).getByLabel('Batch', { exact: true }).selectOption({ value: 'P3' })
    await form(page).getByLabel('Reason for This Batch').fill('P2 is in the other drawer')
    await page.keyboard.press('Enter')
    await expect.poll(() => stockOf(api, _id)).toMatchObject({ P3: '9 available' })
  })

  await test.step('cannot sell the one that has expired, on any path', async () => {
    await pick(page, 'Sale')
    await expect(form(page).getByLabel('Batch', { exact: true })).not.toContainText('OLD')
    await page.keyboard.press('Escape')
    const sale = { medicineId: _id, type: 'sale', quantity: 1, unitPrice: 4, note: '' }
    const batch = { number: 'OLD', reason: 'the customer insists' }
    for (const body of [
      { ...sale, batch },
      { ...sale, quantity: 16 },
    ])
      await expect(api.post('/api/transactions', body)).rejects.toThrow(/409/)
    expect(await stockOf(api, _id)).toMatchObject({
      OLD: '10 available',
      P2: '6 available',
      P3: '9 available',
    })
  })

  await test.step('recalls one, sees what is left and where it went', async () => {
    await page.goto(`/medicines/${_id}`)
    await page.getByRole('link', { name: 'P3', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Recalls' })).toBeVisible()
    await page.getByRole('button', { name: 'Recall', exact: true }).click()
    await dialog(page).getByLabel('Reason').fill('Notice 27')
    await dialog(page).getByRole('button', { name: 'Recall', exact: true }).click()
    await expect(page.getByText('1 batch recalled')).toBeVisible()
    const moved = page.getByRole('table', { name: 'Transactions' })
    await expect(moved.getByRole('row', { name: /Sale/ })).toContainText('−1')
    await expect(moved.getByRole('row', { name: /Purchase/ })).toContainText('+10')
    await expect(
      api.post('/api/transactions', { medicineId: _id, type: 'sale', quantity: 7, unitPrice: 4, note: '' }),
    ).rejects.toThrow(/can be sold \(10 expired, 9 on hold\)/)
    await page.getByRole('button', { name: 'Return to supplier' }).click()
    await dialog(page).getByLabel('Supplier and document').fill('Apollo, debit note 27')
    await dialog(page).getByRole('button', { name: 'Return to supplier' }).click()
    await expect.poll(() => stockOf(api, _id)).toMatchObject({ P3: '0 recalled' })
  })

  await test.step('works the expiry queue empty', async () => {
    await page.goto('/medicines/expiry')
    const all = page.getByRole('checkbox', { name: 'Select all on this page' })
    await all.check()
    await expect(page.getByText(/^2 selected/)).toBeVisible()
    await all.uncheck()
    await page.getByLabel('Select batch P2').check()
    await page.getByRole('button', { name: 'Return to supplier' }).click()
    await dialog(page).getByLabel('Supplier and document').fill('Apollo, debit note 28')
    await dialog(page).getByRole('button', { name: 'Return to supplier' }).click()
    await expect(page.getByLabel('Select batch P2')).toHaveCount(0)
    await page.getByLabel('Select batch OLD').check()
    await page.getByRole('button', { name: 'Write off' }).click()
    await dialog(page).getByLabel('Reason').fill('expired on the shelf')
    await dialog(page).getByRole('button', { name: 'Write off' }).click()
    await expect(page.getByText('Nothing is left to do')).toBeVisible()
    await expect.poll(() => stockOf(api, _id)).toMatchObject({ OLD: '0 available', P2: '0 available' })
  })

  await test.step('finds all of it on record', async () => {
    await page.goto(`/medicines/${_id}`)
    const history = page.getByRole('table', { name: 'History' })
    await expect(history.getByRole('row', { name: /Batch recalled/ })).toContainText('Notice 27')
    await expect(history.getByRole('row', { name: /Expired/ })).toContainText('OLD')
    const names = await api.get<{ note: string }[]>(`/api/transactions?medicineId=${_id}&limit=20`)
    expect(names.map(({ note }) => note)).toEqual(
      expect.arrayContaining([
        'Written off: expired on the shelf',
        'Returned to supplier: Apollo, debit note 28',
      ]),
    )
  })
})
