import { sales } from '@mms/mf-sales/e2e/words.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../../suite/accessibility.ts'
import { addMedicine, addUser, connectApi } from '../../suite/api.ts'
import { expect, signIn, test } from '../../suite/test.ts'

const PIN = { Kavita: '290417', Suresh: '813406' }
type Name = keyof typeof PIN
const personOf = (name: Name) => ({
  email: `${name.toLowerCase()}@pharmacy.test`,
  password: `seven quiet lanterns of the till`,
})

const picker = (page: Page) => page.getByRole('combobox', { name: sales.medicine })
const rows = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })

async function setPin(page: Page, name: Name): Promise<void> {
  await page.goto('/account')
  await page.getByRole('button', { name: 'Set a PIN' }).click()
  await page.getByRole('dialog').locator('input[name=pin]').fill(PIN[name])
  await page.keyboard.press('Enter')
  await expect(page.getByText('PIN set', { exact: true })).toBeVisible()
}

/** Sells by keyboard only, as fast as at a counter. */
async function sell(page: Page, medicine: string): Promise<void> {
  await expect(picker(page)).toBeFocused()
  await page.keyboard.type(medicine, { delay: 60 })
  await expect(page.getByRole('option', { name: medicine })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(sales.quantity)).toBeFocused()
  await page.keyboard.type('2', { delay: 60 })
  await page.keyboard.press('Enter')
  await expect(rows(page).filter({ hasText: medicine })).toHaveCount(1)
}

async function changeBy(page: Page, pin: string): Promise<void> {
  await page.keyboard.press('F7')
  await page.keyboard.type(pin, { delay: 60 })
  await page.keyboard.press('Enter')
}

test('two people sell at one till, each under their own name, and change by PIN until it is switched off', async ({
  page,
  context,
  suite,
  troubles,
}) => {
  troubles.allow(/400|401/)
  const api = await connectApi(suite)
  for (const name of ['Kavita', 'Suresh'] as const)
    await addUser(suite, { ...personOf(name), name, role: 'staff' })
  for (const name of ['Till Aspirin', 'Till Cetirizine']) {
    await addMedicine(api, { name, currentStock: 20, unitPrice: 3 })
  }
  const saved = await api.put('/api/auth/settings', { pinsAllowed: true })
  expect(saved).toMatchObject({ pinsAllowed: true })

  await signIn(page, personOf('Suresh'))
  await setPin(page, 'Suresh')
  await page.getByRole('button', { name: 'Suresh', exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await signIn(page, personOf('Kavita'))
  await setPin(page, 'Kavita')
  await page.goto('/sales')
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.getByRole('button', { name: 'Kavita', exact: true })).toBeVisible()
  await page.bringToFront()
  await sell(page, 'Till Aspirin')

  // A sale that she began must not become his.
  await page.keyboard.type('Till Cet', { delay: 60 })
  await expect(page.getByRole('option', { name: 'Till Cetirizine' })).toBeVisible()
  await page.keyboard.press('Enter')
  await changeBy(page, '290418')
  await expect(page.getByText('Is not right')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('dialog').locator('input[name=pin]').fill('')
  await page.keyboard.type(PIN.Suresh, { delay: 60 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Suresh', exact: true })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Suresh', exact: true })).toBeVisible()
  await expect(picker(page)).toHaveValue('')
  await sell(page, 'Till Cetirizine')
  await expect(rows(page).filter({ hasText: 'Till Aspirin' })).toContainText('Kavita')
  await expect(rows(page).filter({ hasText: 'Till Cetirizine' })).toContainText('Suresh')

  await changeBy(page, PIN.Kavita)
  await expect(page.getByRole('button', { name: 'Kavita', exact: true })).toBeVisible()

  await api.put('/api/auth/settings', { pinsAllowed: false })
  await page.reload()
  await page.getByRole('button', { name: 'Kavita', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Change person/ })).toHaveCount(0)
})
