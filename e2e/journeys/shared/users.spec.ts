import type { Page } from '@playwright/test'
import { enter, expect, signIn, submitLogin, test } from '../../suite/test.ts'

const clerk = { name: 'Meera Iyer', email: 'meera@pharmacy.test', password: 'her very first password' }

/** Fills in the form for a new password, on any page. */
async function changePassword(
  page: Page,
  { current, next, repeated = next }: { current: string; next: string; repeated?: string },
): Promise<void> {
  await page.getByLabel('Current password').fill(current)
  await page.getByLabel(/^New password/).fill(next)
  await page.getByLabel('Repeat new password').fill(repeated)
  await page.getByRole('button', { name: 'Change password' }).click()
}

async function addUser(page: Page, user: typeof clerk): Promise<void> {
  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('button', { name: 'Add user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add user' })
  await dialog.getByLabel('Name').fill(user.name)
  await dialog.getByLabel('Email').fill(user.email)
  await dialog.getByLabel('Password').fill(user.password)
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await expect(page.getByText('User added')).toBeVisible()
}

test('an administrator adds, promotes and disables people; staff see less', async ({
  page,
  openForAnother,
  troubles,
}) => {
  troubles.allow(/401|403|409/)
  await enter(page)
  await addUser(page, clerk)
  const row = page.getByRole('row', { name: new RegExp(clerk.name) })
  await expect(row).toContainText('Staff')

  const hers = await openForAnother()
  await signIn(hers, clerk)
  await changePassword(hers, { current: clerk.password, next: 'seventeen green mangoes' })
  await hers.getByRole('link', { name: 'Medicines', exact: true }).click()
  await expect(hers.getByRole('heading', { name: 'Medicines', exact: true })).toBeVisible()
  await expect(hers.getByRole('link', { name: /^Add/ })).toHaveCount(0)
  await expect(hers.getByRole('link', { name: 'Users' })).toHaveCount(0)
  await hers.goto('/users')
  await expect(hers.getByText('Only administrators can manage users.')).toBeVisible()

  await page.getByRole('button', { name: `Edit ${clerk.name}` }).click()
  await page.getByLabel('Disabled').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Disabled')
  const again = await openForAnother()
  await again.goto('/login')
  await submitLogin(again, { ...clerk, password: 'seventeen green mangoes' })
  await expect(again.getByRole('alert')).toHaveText('Error 401: Invalid email or password')
})
