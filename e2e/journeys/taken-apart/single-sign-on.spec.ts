import { startProvider } from '@mms/service-kit/test-support/provider'
import type { Page } from '@playwright/test'
import { expect, logOut, test } from '../../suite/test.ts'

/** Follows the link on our page to the provider, signs in there, and comes back. */
async function signInAs(page: Page, sub: string): Promise<void> {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Sign in with Example' }).click()
  await page.getByRole('textbox').first().fill(sub)
  await page.locator('input[name=password]').fill('any')
  await page.getByRole('button').click()
}

test('a person of the provider is in with the role it says, and one without a role is not', async ({
  page,
  suite,
  openForAnother,
  troubles,
}) => {
  // The provider's page requests a font from another site.
  troubles.allow(/401|ERR_NAME_NOT_RESOLVED/)
  const provider = await startProvider(suite.url)
  const account = { email: 'kavya@pharmacy.test', email_verified: true, name: 'Kavya Menon' }
  provider.accounts.set('kavya', { ...account, roles: ['owner'] })
  provider.accounts.set('guest', { ...account, email: 'guest@pharmacy.test', roles: ['visitor'] })
  await suite.stop()
  await suite.start({
    SSO_ISSUER: provider.issuer,
    SSO_CLIENT_ID: 'suite',
    SSO_NAME: 'Example',
    SSO_CLIENT_SECRET: 'a secret of the provider',
    SSO_ADMIN_VALUES: 'owner',
    PUBLIC_ORIGIN: suite.url,
    OUTBOUND_PRIVATE_NETWORKS: '127.0.0.1',
  })
  try {
    await signInAs(page, 'kavya')
    await expect(page).toHaveURL(`${suite.url}/`)
    await page.getByRole('link', { name: 'Users' }).click()
    await expect(page.getByRole('row', { name: /Kavya Menon/ })).toContainText('Administrator')
    await page.getByRole('button', { name: 'Kavya Menon', exact: true }).click()
    await page.getByRole('button', { name: 'Account' }).click()
    await expect(page.getByText('You sign in with Example, which manages')).toBeVisible()
    await expect(page.getByLabel('Current password')).toHaveCount(0)
    // Signs in through the provider again, which must end the earlier session.
    await page.goto('/api/auth/single-sign-on/begin?to=/account')
    await expect(page).toHaveURL(`${suite.url}/account`)
    await expect(page.getByText('This device')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Sign out (?!everywhere)/ })).toHaveCount(0)
    await logOut(page, 'Kavya Menon')

    const stranger = await openForAnother()
    await signInAs(stranger, 'guest')
    await expect(stranger.getByText('You could not be signed in with Example.')).toBeVisible()
    // Closes the pages before the suite stops, because they may still fetch areas.
    await page.close()
    await stranger.close()
  } finally {
    provider.close()
    await suite.stop()
  }
})
