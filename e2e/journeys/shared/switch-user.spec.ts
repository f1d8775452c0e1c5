import type { Page } from '@playwright/test'
import { addMedicine, addUser, connectApi } from '../../suite/api.ts'
import { picker, quantity } from '../../suite/counter.ts'
import { expect, logOut, signIn, test } from '../../suite/test.ts'

const PIN = { Kavita: '290417', Suresh: '813406' }
type Name = keyof typeof PIN
const personOf = (name: Name) => ({
  email: `${name.toLowerCase()}@pharmacy.test`,
  password: `seven quiet lanterns of the till`,
})
const soldBy = (page: Page, medicine: string) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader'), hasText: medicine })

async function setPin(page: Page, name: Name): Promise<void> {
  await signIn(page, personOf(name))
  await page.goto('/account')
  await page.getByRole('button', { name: 'Set a PIN' }).click()
  await page.getByRole('dialog').locator('input[name=pin]').fill(PIN[name])
  await page.keyboard.press('Enter')
  await expect(page.getByText('PIN set', { exact: true })).toBeVisible()
}

/** Types a name as fast as at a counter, and chooses it. */
async function choose(page: Page, medicine: string): Promise<void> {
  await expect(picker(page)).toBeFocused()
  await page.keyboard.type(medicine, { delay: 60 })
  await expect(page.getByRole('option', { name: medicine })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(quantity(page)).toBeFocused()
}

async function sell(page: Page, medicine: string): Promise<void> {
  await choose(page, medicine)
  await page.keyboard.press('Enter')
  await expect(soldBy(page, medicine)).toHaveCount(1)
}

test('two people sell at one till, each under their own name, and change by PIN', async ({
  page,
  context,
  suite,
  troubles,
}) => {
  troubles.allow(/400|401/)
  const api = await connectApi(suite)
  for (const name of ['Kavita', 'Suresh'] as const)
    await addUser(suite, { ...personOf(name), name, role: 'staff' })
  for (const name of ['Till Aspirin', 'Till Cetirizine'])
    await addMedicine(api, { name, currentStock: 20, unitPrice: 3 })
  await api.put('/api/auth/settings', { pinsAllowed: true })
  await setPin(page, 'Suresh')
  await logOut(page, 'Suresh')
  await setPin(page, 'Kavita')
  await page.goto('/sales')
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.getByRole('button', { name: 'Kavita', exact: true })).toBeVisible()
  await page.bringToFront()
  await sell(page, 'Till Aspirin')

  // A sale that she began must not become his.
  await choose(page, 'Till Cetirizine')
  await page.keyboard.press('F7')
  await page.keyboard.type(PIN.Suresh, { delay: 60 })
  await page.keyboard.press('Enter')
  for (const tab of [page, other])
    await expect(tab.getByRole('button', { name: 'Suresh', exact: true })).toBeVisible()
  await expect(picker(page)).toHaveValue('')
  await sell(page, 'Till Cetirizine')
  await expect(soldBy(page, 'Till Aspirin')).toContainText('Kavita')
  await expect(soldBy(page, 'Till Cetirizine')).toContainText('Suresh')
  await api.put('/api/auth/settings', { pinsAllowed: false })
})
