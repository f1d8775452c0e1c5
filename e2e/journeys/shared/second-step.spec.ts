import type { Page } from '@playwright/test'
import { addMedicine, addUser, connectApi } from '../../suite/api.ts'
import { choose, look, picker } from '../../suite/counter.ts'
import { expect, logOut, signIn, test } from '../../suite/test.ts'

// A passkey's answer takes 3.2 KiB, so with a long password the request exceeds 4 KiB.
const owner = {
  email: 'vimala@pharmacy.test',
  password: `seven quiet lanterns of admin${' and of whoever comes after them'.repeat(5)}`,
}
const seller = { email: 'gopal@pharmacy.test', password: 'seven quiet lanterns of staff' }

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

async function addPasskey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name of this passkey').fill('Office PC')
  await dialog.getByLabel('Current password').fill(owner.password)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Passkey added')).toBeVisible()
  await page.getByRole('button', { name: 'I have saved the codes' }).click()
}

test('an administrator who has a passkey alone approves a return by it, at the screen of a seller', async ({
  page,
  suite,
  troubles,
}) => {
  troubles.allow(/40[13]/)
  const api = await connectApi(suite)
  const ownerId = await addUser(suite, { ...owner, name: 'Vimala', role: 'admin' })
  await addUser(suite, { ...seller, name: 'Gopal', role: 'staff' })
  await addMedicine(api, { name: 'Vomikind Syrup', currentStock: 100 })
  await plugInAuthenticator(page)
  const site = suite.url.replace('127.0.0.1', 'localhost')
  await page.goto(`${site}/login`)
  await signIn(page, owner)
  await page.goto(`${site}/account`)
  await addPasskey(page)
  // Waits for the page, because a menu closes when a page arrives.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await logOut(page, 'Vimala')

  await signIn(page, seller)
  await page.getByRole('link', { name: 'Sales' }).click()
  await expect(picker(page)).toBeFocused()
  await page.keyboard.press('F8')
  const asked = page.waitForResponse(/\/returnable\//)
  await choose(page, 'Vomikind Syrup')
  await (await asked).finished()
  await look(page)
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
  // Other journeys expect one administrator.
  await api.put(`/api/users/${ownerId}`, { name: 'Vimala', role: 'staff', disabled: true })
})
