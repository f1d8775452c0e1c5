import type { User } from '@mms/contracts'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { addMedicine, addUser, connectApi } from '../../suite/api.ts'
import { choose, picker } from '../../suite/counter.ts'
import type { Suite } from '../../suite/suite.ts'
import { expect, signIn, submitLogin, test } from '../../suite/test.ts'

type Person = { email: string; password: string }

async function addPerson(suite: Suite, name: string, role: 'staff' | 'admin', more = ''): Promise<Person> {
  const password = `seven quiet lanterns of ${role}${more}`
  const person = { email: `${name.toLowerCase()}@pharmacy.test`, password }
  await addUser(suite, { ...person, name, role })
  return person
}

/** Code of an authenticator app in `ahead` ms. Each code works once, and already half a minute early. */
const codeOf = (secret: string, ahead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead })

const shownSecret = async (page: Page) => (await page.getByRole('code').innerText()).replaceAll(/\s/g, '')

async function logOut(page: Page, name: string): Promise<void> {
  // Waits for the page, because a menu closes when a page arrives.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
}

/** Sets up an app on the account page. Returns its secret. */
async function addApp(page: Page, { password }: Person) {
  await page.goto('/account')
  await page.getByRole('button', { name: 'Set up an app' }).click()
  await page.getByRole('dialog').getByLabel('Current password').fill(password)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible()
  const secret = await shownSecret(page)
  await page.getByLabel('Code from the app').fill(codeOf(secret))
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await page.getByRole('button', { name: 'I have saved the codes' }).click()
  return secret
}

/** Adds a virtual passkey device, which always reports a touch and a verified user. */
async function plugInAuthenticator(page: Page): Promise<void> {
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function addPasskey(page: Page, { password }: Person, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name of this passkey').fill(name)
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Passkey added')).toBeVisible()
  await page.getByRole('button', { name: 'I have saved the codes' }).click()
}

/** Disables these administrators, because other journeys expect only one. */
test.afterEach(async ({ suite }) => {
  const api = await connectApi(suite)
  for (const { _id, name, email, role } of await api.get<User[]>('/api/users')) {
    if (role !== 'admin' || !/^(kamala|dinesh|vimala)@/.test(email)) continue
    await api.put(`/api/users/${_id}`, { name, role: 'staff', disabled: true })
  }
})

test('an app is set up, and asked for at the next sign-in', async ({ page, suite, troubles }) => {
  troubles.allow(/401/)
  const person = await addPerson(suite, 'Nirmala', 'staff')
  await signIn(page, person)
  const secret = await addApp(page, person)
  await logOut(page, 'Nirmala')

  await submitLogin(page, person)
  await expect(page.getByLabel('Code from the app')).toBeFocused()
  await page.getByLabel('Code from the app').fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/was already used/)).toBeVisible()
  await page.getByLabel('Code from the app').fill(codeOf(secret, 30_000))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Login successful')).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('an administrator who has a passkey alone approves a return by it, at the screen of a seller', async ({
  page,
  suite,
  troubles,
}) => {
  troubles.allow(/40[13]/)
  // A passkey's answer takes 3.2 KiB, so with a long password the request exceeds 4 KiB.
  const owner = await addPerson(suite, 'Vimala', 'admin', ' and of whoever comes after them'.repeat(5))
  const seller = await addPerson(suite, 'Gopal', 'staff')
  await addMedicine(await connectApi(suite), { name: 'Vomikind Syrup', currentStock: 100 })
  await plugInAuthenticator(page)
  const site = suite.url.replace('127.0.0.1', 'localhost')
  await page.goto(`${site}/login`)
  await signIn(page, owner)
  await page.goto(`${site}/account`)
  await addPasskey(page, owner, 'Office PC')
  await logOut(page, 'Vimala')

  await signIn(page, seller)
  await page.getByRole('link', { name: 'Sales' }).click()
  await expect(picker(page)).toBeFocused()
  await page.keyboard.press('F8')
  const asked = page.waitForResponse(/\/returnable\//)
  await choose(page, 'Vomikind Syrup')
  await asked
  await page.keyboard.type('60')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'An administrator must approve this return' })
  await dialog.getByLabel(/email/).fill(owner.email)
  await dialog.getByLabel("Administrator's password").fill(owner.password)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Use a passkey' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Approved by Vimala')).toBeVisible()
})
