import { expect, logOut, signIn, test } from '../../suite/test.ts'

test('a visitor signs in and lands where they were going', { tag: '@smoke' }, async ({ page }) => {
  await page.goto('/medicines?filter=low-stock')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { name: 'Medicine Management System' })).toBeVisible()
  await signIn(page)
  await expect(page.getByText('Login successful')).toBeVisible()
  await expect(page).toHaveURL('/medicines?filter=low-stock')
  await expect(page.getByLabel('Filter', { exact: true })).toHaveValue('low-stock')
})

test('logging out ends the session in every tab', async ({ page, context, troubles }) => {
  // The other tab is still loading, so its requests before it notices the logout are refused.
  troubles.allow(/401 .*\/api\//)
  await signIn(page)
  const other = await context.newPage()
  await other.goto('/')
  for (const tab of [page, other]) await expect(tab.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await logOut(page)
  await expect(page.getByText('Logged out successfully')).toBeVisible()
  await expect(other).toHaveURL('/login')
  await page.goBack()
  await expect(page).toHaveURL('/login')
})
