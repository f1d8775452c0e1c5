import { sales } from '@mms/mf-sales/e2e/words.ts'
import { expect, type Page } from '@playwright/test'

export const picker = (page: Page) => page.getByRole('combobox', { name: sales.medicine })

/** Chooses a medicine by keyboard, which moves the focus to the quantity. */
export async function choose(page: Page, name: string): Promise<void> {
  await picker(page).fill(name)
  await expect(page.getByRole('listbox').getByRole('option', { name })).toBeVisible()
  await picker(page).press('Enter')
  await expect(page.getByLabel(sales.quantity)).toBeFocused()
}
