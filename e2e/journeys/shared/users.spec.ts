import type { Page } from '@playwright/test'
import { admin } from '../../suite/suite.ts'
import { enter, expect, signIn, submitLogin, test } from '../../suite/test.ts'

const clerk = { name: 'Meera Iyer', email: 'meera@pharmacy.test', password: 'her very first password' }

/** As the form for a new password is filled in, wherever it stands. */
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

test('a person chooses their own password before anything else, and another one later', async ({
  page,
  openForAnother,
  troubles,
}) => {
  troubles.allow(/40[0-9]|422/)
  const user = { name: 'Ravi Shah', email: 'ravi@pharmacy.test', password: 'the password he was given' }
  const [first, second] = ['a password of his own', 'and then another one']
  await enter(page)
  await addUser(page, user)

  const his = await openForAnother()
  await signIn(his, user)
  for (const path of ['/sales', '/account', '/']) {
    await his.goto(path)
    await expect(his.getByRole('heading', { level: 1 })).toHaveText('Choose your password')
  }
  await expect(his.getByRole('link', { name: 'Medicines' })).toHaveCount(0)
  await changePassword(his, { current: user.password, next: first, repeated: 'a typing error' })
  await expect(his.getByText('Does not match the new password')).toBeVisible()
  await changePassword(his, { current: 'not his password', next: first })
  await expect(his.getByText(/current password/i).last()).toBeVisible()
  await changePassword(his, { current: user.password, next: 'RaviShah-2024' })
  await expect(his.getByText(/too easy to guess/i).last()).toBeVisible()
  await changePassword(his, { current: user.password, next: first })
  await expect(his.getByText('Password changed')).toBeVisible()
  await expect(his.getByRole('heading', { level: 1 })).toHaveText('Dashboard')

  await his.getByRole('button', { name: user.name }).click()
  await his.getByRole('button', { name: 'Account' }).click()
  await changePassword(his, { current: first, next: second })
  await expect(his.getByText('Password changed').last()).toBeVisible()
  await expect(his.getByLabel('Current password')).toHaveValue('')
  const later = await openForAnother()
  await signIn(later, { email: user.email, password: second })
  await expect(later).toHaveURL('/')
  await expect(later.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
})

test('an administrator who signed in a while ago confirms changes of users with the password', async ({
  page,
  troubles,
}) => {
  troubles.allow(/40[0-9]/)
  await enter(page, '/users')
  const stale = { status: 403, json: await problemOf(page) }
  await page.route('**/api/users', (route) =>
    route.request().method() === 'POST' ? route.fulfill(stale) : route.fallback(),
  )
  await page.getByRole('button', { name: 'Add user' }).click()
  const form = page.getByRole('dialog', { name: 'Add user' })
  await form.getByLabel('Name').fill('Kiran Late')
  await form.getByLabel('Email').fill('kiran.late@pharmacy.test')
  await form.getByLabel('Password').fill('four quiet elephants')
  await form.getByRole('button', { name: 'Add user' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm with your password' })
  await question.getByLabel('Your password').fill('not the password')
  await page.keyboard.press('Enter')
  await expect(question.getByText('Is not right')).toBeVisible()
  await page.unrouteAll()
  await question.getByLabel('Your password').fill(admin.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('User added')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('row', { name: /Kiran Late/ })).toBeVisible()
})

/** What the service answers ten minutes after a sign-in, in the shape of any of its refusals. */
async function problemOf(page: Page): Promise<object> {
  const answer = await page.request.get('/api/users')
  const refusal = { code: 'auth.reauthenticate', message: 'Please confirm with your password' }
  return { ...(await answer.json()), ...refusal, status: 403, title: 'Forbidden' }
}
