import { sales } from '@mms/mf-sales/e2e/words.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../../suite/accessibility.ts'
import { type Api, addMedicine, connectApi } from '../../suite/api.ts'
import { look } from '../../suite/frames.ts'
import { enter, expect, test } from '../../suite/test.ts'

const AWAY = /ERR_FAILED|ERR_CONNECTION|ERR_INTERNET|Failed to load resource|Failed to fetch/

const picker = (page: Page) => page.getByRole('combobox', { name: sales.medicine })
const rows = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
const waiting = (page: Page) => page.getByRole('region', { name: sales.waiting })

/** Types a part of the name and chooses it by Enter, which moves the focus to the quantity. */
async function choose(page: Page, name: string): Promise<void> {
  await picker(page).fill(name)
  await expect(page.getByRole('listbox').getByRole('option', { name })).toBeVisible()
  await picker(page).press('Enter')
  await expect(page.getByLabel(sales.quantity)).toBeFocused()
}

interface Stored {
  medicineId: { name: string } | null
  quantity: number
}

const countOf = async (api: Api, name: string) => {
  const all = await api.get<Stored[]>('/api/transactions?limit=200')
  return all.filter(({ medicineId }) => medicineId?.name === name).length
}

/** Only API requests fail, as if the gateway restarted behind an open page. */
async function cutOff(page: Page): Promise<() => Promise<void>> {
  await page.context().route('**/api/transactions', (route) => route.abort('connectionrefused'))
  return () => page.context().unroute('**/api/transactions')
}

async function open(page: Page): Promise<void> {
  await enter(page, '/sales')
  await expect(page.getByRole('heading', { name: sales.heading })).toBeVisible()
}

test('records all five types, without a mouse, and finds each in the history', { tag: '@smoke' }, async ({
  page,
  suite,
}) => {
  const api = await connectApi(suite)
  const name = 'Journey Paracetamol'
  const { _id } = await addMedicine(api, { name, currentStock: 100, unitPrice: 2.5 })
  await open(page)
  const steps = [
    { type: 'Sale', key: 'F2', quantity: '10', stock: 90 },
    { type: 'Purchase', key: 'F4', quantity: '50', stock: 140 },
    { type: 'Return', key: 'F8', quantity: '2', stock: 142 },
    { type: 'Expired', key: 'F9', quantity: '12', stock: 130 },
    { type: 'Adjustment', key: 'F10', quantity: '5', stock: 135 },
  ]
  for (const { type, key, quantity, stock } of steps) {
    await expect(picker(page)).toBeFocused()
    await page.keyboard.type('journey para')
    await expect(page.getByRole('option', { name })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel(sales.unitPrice)).toHaveValue('2.50')
    await page.keyboard.type(quantity)
    await page.keyboard.press(key)
    await expect(page.getByRole('radio', { checked: true })).toHaveAccessibleName(type)
    if (type === 'Expired') await page.getByLabel(sales.note, { exact: true }).fill('broken')
    await page.keyboard.press('Enter')
    // A delivery without batch and date is asked about, and an Enter says yes.
    const question = page.getByText(/Press Enter again to record/)
    await expect(async () => {
      if (await question.isVisible()) await page.keyboard.press('Enter')
      await expect(picker(page)).toHaveValue('', { timeout: 500 })
    }).toPass()
    await expect(page.getByText(`Transaction recorded successfully. New stock level: ${stock}`)).toBeVisible()
    await expect(rows(page).first()).toContainText(type)
    await expect(rows(page).first()).toContainText(name)
  }
  expect(await countOf(api, name)).toBe(5)
  expect(await api.get(`/api/medicines/${_id}`)).toMatchObject({ currentStock: 135 })
  await expectAccessible(page)
})

test('too much is said before the submit, a refusal keeps the form, and a sale is undone', async ({
  page,
  suite,
  troubles,
}) => {
  troubles.allow(/409/)
  const api = await connectApi(suite)
  const name = 'Journey Insulin'
  const { _id } = await addMedicine(api, { name, currentStock: 3 })
  await open(page)
  await choose(page, name)
  await page.getByLabel(sales.quantity).fill('2')
  await expect(page.getByText('Balance 1')).toBeVisible()
  await page.getByLabel(sales.quantity).fill('4')
  await expect(page.getByText('3 left')).toBeVisible()
  await page.getByLabel('Note').fill('<b>cold</b> chain')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Only 3 in stock. Press Enter again to record 4')).toBeVisible()
  await look(page)
  await page.keyboard.press('Enter')
  await expect(picker(page)).toBeFocused()
  await expect(page.getByText(`Not recorded: Only 3 units of ${name} are in stock`)).toBeVisible()
  await expect(page.getByLabel(sales.quantity)).toHaveValue('4')
  await page.getByLabel(sales.quantity).fill('3')
  await page.keyboard.press('Enter')
  await expect(page.getByText('New stock level: 0')).toBeVisible()
  await expect(rows(page).first()).toContainText('<b>cold</b> chain')

  await rows(page).first().getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByRole('alertdialog')).toContainText(
    'A reversing entry is recorded and the stock is restored.',
  )
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo transaction' }).click()
  await expect(page.getByText('Transaction undone')).toBeVisible()
  const undone = rows(page).filter({ hasText: 'Undone' }).first()
  await expect(undone).toContainText(name)
  await undone.getByRole('button', { name: /^History/ }).click()
  const record = page.getByRole('dialog', { name: 'History of this transaction' })
  for (const what of ['Undone', 'Recorded']) {
    await expect(record.getByRole('listitem').filter({ hasText: what })).toContainText('by Administrator')
  }
  await expectAccessible(page)
  expect(await api.get(`/api/medicines/${_id}`)).toMatchObject({ currentStock: 3 })
})

test('a reload keeps the draft, and in the middle of a sale records it once', async ({
  page,
  suite,
  troubles,
}) => {
  troubles.allow(AWAY)
  const api = await connectApi(suite)
  const name = 'Journey Ibuprofen'
  await addMedicine(api, { name, currentStock: 20 })
  await open(page)
  await choose(page, name)
  await page.getByLabel(sales.quantity).fill('6')
  await page.reload()
  await expect(page.getByLabel(sales.quantity)).toHaveValue('6')
  await expect(picker(page)).toHaveValue(name)

  // The request reaches the server, but the page reloads before the answer arrives.
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  await page.route('**/api/transactions', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    arrive()
    await route.abort('connectionreset').catch(() => undefined)
  })
  await page.getByRole('button', { name: /^Record (sale|purchase|return|write-off|adjustment)$/ }).click()
  await arrived
  await page.unroute('**/api/transactions')
  await page.reload()
  await expect(rows(page).first()).toContainText(name)
  await expect(waiting(page)).toHaveCount(0)
  await expect(picker(page)).toHaveValue('')
  expect(await countOf(api, name)).toBe(1)
})

test('while the gateway is away sales wait, in both tabs, and are sent once when it is back', {
  tag: '@smoke',
}, async ({ page, context, suite, troubles }) => {
  troubles.allow(AWAY)
  const api = await connectApi(suite)
  const name = 'Journey Amlodipine'
  const { _id } = await addMedicine(api, { name, currentStock: 20 })
  await open(page)
  const other = await context.newPage()
  await other.goto('/sales')
  await expect(picker(other)).toBeVisible()
  const reconnect = await cutOff(page)

  for (const quantity of ['2', '3']) {
    await choose(page, name)
    await page.getByLabel(sales.quantity).fill(quantity)
    await page.keyboard.press('Enter')
    await expect(waiting(page)).toContainText(`Sale of ${quantity} × ${name}`)
    await expect(
      page.getByText('Saved on this computer. It will be sent when you are online').last(),
    ).toBeVisible()
    await expect(picker(page)).toBeFocused()
  }
  await expect(waiting(other)).toContainText(`Sale of 3 × ${name}`)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Administrator' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`Sale of 2 × ${name}`)
  await question.getByRole('button', { name: 'Stay signed in' }).click()

  await reconnect()
  for (const tab of [page, other]) await expect(waiting(tab)).toHaveCount(0)
  for (const tab of [page, other]) await expect(rows(tab).filter({ hasText: name })).toHaveCount(2)
  expect(await countOf(api, name)).toBe(2)
  expect(await api.get(`/api/medicines/${_id}`)).toMatchObject({ currentStock: 15 })
})
