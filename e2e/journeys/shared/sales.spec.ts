import { sales } from '@mms/mf-sales/e2e/words.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../../suite/accessibility.ts'
import { addMedicine, connectApi } from '../../suite/api.ts'
import { AWAY, confirm, picker, readRecorded, sell, waiting } from '../../suite/counter.ts'
import { enter, expect, test } from '../../suite/test.ts'

const rows = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })

/** Only API requests fail, as if the gateway restarted behind an open page. */
async function cutOff(page: Page): Promise<() => Promise<void>> {
  await page.context().route('**/api/transactions', (route) => route.abort('connectionrefused'))
  return () => page.context().unroute('**/api/transactions')
}

test('records all five types, without a mouse, and finds each in the history', { tag: '@smoke' }, async ({
  page,
  suite,
}) => {
  const api = await connectApi(suite)
  const name = 'Journey Paracetamol'
  const { _id } = await addMedicine(api, { name, currentStock: 100, unitPrice: 2.5 })
  await enter(page, '/sales')
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
    // A delivery without batch and date is asked about.
    await confirm(page)
    await expect(page.getByText(`Transaction recorded successfully. New stock level: ${stock}`)).toBeVisible()
    await expect(rows(page).first()).toContainText(type)
    await expect(rows(page).first()).toContainText(name)
  }
  const recorded = await readRecorded(api)
  expect(recorded.filter((each) => each.endsWith(name))).toHaveLength(5)
  expect(await api.get(`/api/medicines/${_id}`)).toMatchObject({ currentStock: 135 })
  await expectAccessible(page)
})

test('while the gateway is away sales wait, in both tabs, and are sent once when it is back', {
  tag: '@smoke',
}, async ({ page, context, suite, troubles }) => {
  troubles.allow(AWAY)
  const api = await connectApi(suite)
  const name = 'Journey Amlodipine'
  const { _id } = await addMedicine(api, { name, currentStock: 20 })
  await enter(page, '/sales')
  const other = await context.newPage()
  await other.goto('/sales')
  await expect(picker(other)).toBeVisible()
  const reconnect = await cutOff(page)

  for (const quantity of ['2', '3']) {
    await sell(page, name, quantity)
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
  const recorded = await readRecorded(api)
  expect(recorded.filter((each) => each.endsWith(name))).toEqual([`3 × ${name}`, `2 × ${name}`])
  expect(await api.get(`/api/medicines/${_id}`)).toMatchObject({ currentStock: 15 })
})
