import type { Page } from '@playwright/test'
import { enter, expect, signIn, submitLogin, test } from '../../suite/test.ts'

const clerk = { name: 'Meera Iyer', email: 'meera@pharmacy.test', password: 'her very first password' }

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
  await submitLogin(again, clerk)
  await expect(again.getByRole('alert')).toHaveText('Error 401: Invalid email or password')
})

test('the last administrator can be neither disabled nor demoted', async ({ page, troubles }) => {
  troubles.allow(/409/)
  await enter(page, '/users')
  await page.getByRole('button', { name: 'Edit Administrator' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Disabled').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText(/last|administrator/i)
  await dialog.getByLabel('Disabled').uncheck()
  await dialog.getByLabel('Role').selectOption('staff')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText(/last|administrator/i)
})

test('everybody changes their own password', async ({ page, openForAnother, troubles }) => {
  troubles.allow(/40[0-9]|422/)
  const user = { name: 'Ravi Shah', email: 'ravi@pharmacy.test', password: 'the password he was given' }
  await enter(page)
  await addUser(page, user)

  const his = await openForAnother()
  await signIn(his, user)
  await his.getByRole('button', { name: user.name }).click()
  await his.getByRole('button', { name: 'Account' }).click()
  const form = his.getByRole('region', { name: 'Password' })
  const change = async (current: string, next: string, repeated = next) => {
    await form.getByLabel('Current password').fill(current)
    await form.getByLabel(/^New password/).fill(next)
    await form.getByLabel('Repeat new password').fill(repeated)
    await form.getByRole('button', { name: 'Change password' }).click()
  }
  await change(user.password, 'a password of his own', 'a typing error')
  await expect(form.getByText('Does not match the new password')).toBeVisible()
  await change('not his password', 'a password of his own')
  await expect(form.getByText(/current password/i).last()).toBeVisible()
  await change(user.password, 'a password of his own')
  await expect(his.getByText('Password changed')).toBeVisible()

  const later = await openForAnother()
  await signIn(later, { email: user.email, password: 'a password of his own' })
  await expect(later).toHaveURL('/')
})
