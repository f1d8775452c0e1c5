import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { buildThatThrows } from '../../suite/altered-build.ts'
import { addUser } from '../../suite/api.ts'
import { runAreaCommand } from '../../suite/gateway.ts'
import { readManifest } from '../../suite/smoke.ts'
import { admin, distOf } from '../../suite/suite.ts'
import { expect, signIn, test } from '../../suite/test.ts'

const heading = (page: Page) => page.getByRole('heading', { name: 'Medicines', exact: true })
const card = (page: Page) =>
  page.getByRole('main').getByRole('alert').filter({ hasText: 'Medicines is not available' })

test('a build is published, given to one person, taken back, and made stable for all', {
  tag: '@smoke',
}, async ({ page, openForAnother, suite, troubles }) => {
  troubles.allow(/thrown on render, on purpose|error boundary/i)
  const area = (...words: string[]) => runAreaCommand(suite.areasFile, ...words)
  const throwing = await buildThatThrows(distOf('inventory'))
  const { build: canary } = await readManifest(throwing)
  await area('publish', 'inventory')
  await area('publish', 'inventory', '--from', throwing)
  await area('canary', 'inventory', canary, '0', admin.email)

  const staff = { email: 'meena@pharmacy.test', password: 'a password of hers' }
  await addUser(suite, { ...staff, name: 'Meena', role: 'staff' })
  const other = await openForAnother()
  await signIn(other, staff)
  await other.goto('/medicines')
  await expect(heading(other)).toBeVisible()
  await signIn(page)
  await page.goto('/medicines')
  await expect(card(page)).toBeVisible()

  await area('rollback', 'inventory', '--urgent', 'the list did not open')
  // As if the user returned to the tab; otherwise the page checks every minute.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('Please reload now: the list did not open')).toBeVisible()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(heading(page)).toBeVisible()

  await area('pin', 'inventory', canary)
  await other.reload()
  await expect(card(other)).toBeVisible()
  await area('block', 'inventory', canary)
  await other.reload()
  await expect(heading(other)).toBeVisible()
  expect(await area('status', 'inventory')).toMatch(new RegExp(`${canary} .* blocked`))
  await rm(throwing, { recursive: true })
})
