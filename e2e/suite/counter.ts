import { sales } from '@mms/mf-sales/e2e/words.ts'
import { expect, type Page } from '@playwright/test'
import { connectKeyboard, type Keyboard } from '../typing/typist.ts'
import { type Api, addMedicine, type NewMedicine } from './api.ts'
import { enter } from './test.ts'

/** Console errors of a browser without a connection. */
export const AWAY =
  /ERR_FAILED|ERR_CONNECTION|ERR_INTERNET|ERR_NETWORK|Failed to load resource|Failed to fetch/

export const picker = (page: Page) => page.getByRole('combobox', { name: sales.medicine })
export const quantity = (page: Page) => page.getByLabel(sales.quantity)
export const waiting = (page: Page) => page.getByRole('region', { name: sales.waiting })

/** Chooses a medicine by keyboard, which moves the focus to the quantity. */
export async function choose(page: Page, name: string): Promise<void> {
  await picker(page).fill(name)
  await expect(page.getByRole('listbox').getByRole('option', { name })).toBeVisible()
  await picker(page).press('Enter')
  await expect(quantity(page)).toBeFocused()
}

/** Chooses a medicine and records a transaction of `units`. */
export async function sell(page: Page, name: string, units: string): Promise<void> {
  await choose(page, name)
  await quantity(page).fill(units)
  await page.keyboard.press('Enter')
}

/** Records the typed entry; a second Enter confirms a question. */
export async function confirm(page: Page): Promise<void> {
  const question = page.getByText(/Press Enter again to record/)
  await page.keyboard.press('Enter')
  await expect(async () => {
    if (await question.isVisible()) await page.keyboard.press('Enter')
    await expect(picker(page)).toHaveValue('', { timeout: 500 })
  }).toPass()
}

/** Adds the medicines that are missing, and opens the form once it knows them. */
export async function openForm(
  page: Page,
  api: Api,
  medicines: (Partial<NewMedicine> & { name: string })[],
): Promise<Keyboard> {
  const known = await api.get<{ name: string }[]>('/api/medicines')
  for (const medicine of medicines) {
    if (!known.some(({ name }) => name === medicine.name)) await addMedicine(api, medicine)
  }
  await enter(page, '/sales')
  await expect(picker(page)).toBeFocused()
  for (const { name } of medicines) {
    await picker(page).fill(name.toLowerCase())
    await expect(page.getByRole('option', { name }).first()).toBeVisible()
  }
  for (const _ of [1, 2]) await page.keyboard.press('Escape')
  return connectKeyboard(page)
}

interface Stored {
  medicineId: { name: string } | null
  quantity: number
}

/** Transactions as `quantity × name`, newest first. */
export async function readRecorded(api: Api): Promise<string[]> {
  const all = await api.get<Stored[]>('/api/transactions?limit=200')
  return all.map((each) => `${each.quantity} × ${each.medicineId?.name}`)
}

const SLOWEST_BOUNCE_MS = 60

/** Waits until new content is painted and the page handles the next key. */
export async function look(page: Page): Promise<void> {
  await page.evaluate(
    (pause) =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, pause)))
      }),
    SLOWEST_BOUNCE_MS,
  )
}
