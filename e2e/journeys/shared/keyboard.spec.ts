import type { Locator, Page } from '@playwright/test'
import { admin } from '../../suite/suite.ts'
import { expect, test } from '../../suite/test.ts'

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${target}`)
}

async function tabAndType(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

test('signs in, adds, finds and deletes a medicine without a mouse', async ({ page }) => {
  await page.goto('/login')
  await tabAndType(page, 'Email', admin.email)
  await tabAndType(page, 'Password', admin.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  await page.keyboard.press('Tab')
  await tabTo(page, page.getByRole('link', { name: 'Medicines', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Medicines', exact: true })).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: /^Add/ }).first())
  await page.keyboard.press('Enter')
  await tabAndType(page, 'Medicine Name', 'Keyboard Cetirizine')
  await tabTo(page, page.getByLabel('Category'))
  await page.keyboard.type('Antihist')
  await tabAndType(page, 'Current Stock', '12')
  await tabTo(page, page.getByLabel('Is demand affected by climate?'))
  await page.keyboard.press('Space')
  await tabAndType(page, 'Dry', '1.6')
  await tabTo(page, page.getByRole('button', { name: 'Save Medicine' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/medicines')

  await tabAndType(page, 'Search', 'keyboard cet')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/medicines?search=keyboard+cet')
  const remove = page.getByRole('button', { name: 'Delete Keyboard Cetirizine' })
  await tabTo(page, remove)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'Delete' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Medicine deleted successfully')).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: 'Administrator', exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Logout' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
})
