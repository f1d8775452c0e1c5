import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { sales } from '@mms/mf-sales/e2e/words.ts'
import { findFreePort } from '@mms/service-kit/ports'
import type { Page } from '@playwright/test'
import { addUser } from '../../suite/api.ts'
import { copyOfSources, type ScratchCopy } from '../../suite/scratch-copy.ts'
import { stopChild, waitUntilReady } from '../../suite/suite.ts'
import { enter, expect, test as journey, logOut, signIn, submitLogin } from '../../suite/test.ts'

/** Runs `npm run dev -w <frontEnd> -- …words` in the copy. Resolves when it is ready. */
type Start = (frontEnd: string, ...words: string[]) => Promise<void>

/** Provides an editable copy of the sources, and development servers that run it. */
const test = journey.extend<{ copy: ScratchCopy; start: Start }>({
  copy: copyOfSources,
  start: async ({ copy, page }, use) => {
    const started: ChildProcess[] = []
    await use(async (frontEnd, ...words) => {
      const child = spawn(process.execPath, ['../packages/build/src/dev.ts', ...words], {
        cwd: join(copy.folder, frontEnd),
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      started.push(child)
      await waitUntilReady(child)
    })
    // Closed first, because the page would report that the servers no longer answer.
    await page.close()
    for (const child of started) await stopChild(child)
  },
})

const form = 'mf-sales/src/counter/transaction-form.tsx'
const published = sales.form
const banner = (page: Page) => page.getByRole('status').filter({ hasText: /localhost/ })
const link = (origin: string, path = '/') =>
  `${path}?${new URLSearchParams({ develop: 'sales', from: origin })}`

function askedOf(page: Page, origin: string): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).host === new URL(origin).host) asked.push(request.url())
  })
  return asked
}

test('a developer has one area from the own machine in a running suite, until a click', async ({
  page,
  suite,
  copy,
  start,
}) => {
  const origin = `http://localhost:${suite.developmentPort}`
  await start('mf-sales', '--suite', suite.url, '--env', `port=${suite.developmentPort}`)
  const asked = askedOf(page, origin)
  await enter(page, link(origin, '/sales'))
  await expect(page.getByText(published)).toBeVisible()
  await expect(banner(page)).toContainText(`Load Sales from ${origin}?`)
  expect(asked).toEqual([])

  await page.getByRole('button', { name: 'Load it' }).click()
  await expect(banner(page)).toContainText(`Sales comes from ${origin}, for you alone.`)
  await expect(page.getByText(published)).toBeVisible()
  expect(asked).toContain(`${origin}/entry.js`)
  await page.evaluate(() => document.documentElement.setAttribute('data-never-reloaded', ''))
  await copy.edit(form, 'Card title={words.recordNewTransaction}', 'Card title="Record What Was Sold"')
  await expect(page.getByText('Record What Was Sold')).toBeVisible()
  await copy.edit(form, 'Card title="Record What Was Sold"', 'Card title="Record It"')
  await expect(page.getByText('Record It', { exact: true })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-never-reloaded', '')

  const before = asked.length
  await page.getByRole('link', { name: 'Medicines' }).click()
  await expect(page.getByRole('heading', { name: 'Medicines', exact: true })).toBeVisible()
  expect(asked.slice(before)).toEqual([])
  await page.goto('/sales')
  await expect(page.getByText('Record It', { exact: true })).toBeVisible()

  asked.length = 0
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText(published)).toBeVisible()
  await expect(banner(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(published)).toBeVisible()
  expect(asked).toEqual([])
})

test('a development server gets nobody but who may, from no address but a listed one, and not the next person', async ({
  page,
  suite,
  start,
  troubles,
}) => {
  // Requests of the page while its session ends.
  troubles.allow(/401/)
  const origin = `http://localhost:${suite.developmentPort}`
  await start('mf-sales', '--suite', suite.url, '--env', `port=${suite.developmentPort}`)
  const staff = { email: 'kavita@pharmacy.test', password: 'a password of hers' }
  await addUser(suite, { ...staff, name: 'Kavita', role: 'staff' })
  const elsewhere = 'http://localhost:9'
  for (const [path, wanted, person] of [
    [link(origin, '/sales'), origin, staff],
    [link(elsewhere, '/sales'), elsewhere, undefined],
  ] as const) {
    const asked = askedOf(page, wanted)
    await enter(page, path, person)
    await page.getByRole('button', { name: 'Load it' }).click()
    await expect(banner(page)).toContainText(`Sales is not loaded from ${wanted}`)
    await expect(page.getByText(published)).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(banner(page)).toHaveCount(0)
    expect(asked).toEqual([])
  }

  await enter(page, link(origin, '/sales'))
  await page.getByRole('button', { name: 'Load it' }).click()
  await expect(banner(page)).toContainText('for you alone')
  // All code of this area is in the published build.
  await expect(page.getByText(published)).toBeVisible()
  const asked = askedOf(page, origin)
  await page.evaluate(() => document.documentElement.setAttribute('data-never-reloaded', ''))
  await logOut(page)
  await expect(page.locator('html')).not.toHaveAttribute('data-never-reloaded', '')
  await submitLogin(page, staff)
  await page.getByRole('link', { name: 'Sales', exact: true }).click()
  await expect(page.getByText(published)).toBeVisible()
  await expect(banner(page)).toHaveCount(0)
  expect(asked).toEqual([])
})

test('the own shell and the own area run on a suite that runs, as the documents say', async ({
  page,
  suite,
  copy,
  start,
}) => {
  const [areaPort, shellPort] = [await findFreePort(), await findFreePort()]
  await start('mf-sales', '--env', `port=${areaPort}`, '--env', `gateway=${suite.url}`)
  const shell = [`sales=http://localhost:${areaPort}`, `gateway=${suite.url}`, `port=${shellPort}`]
  await start('shell', ...shell.flatMap((pair) => ['--env', pair]))
  const url = `http://localhost:${shellPort}`
  await page.goto(`${url}/login`)
  await signIn(page)
  await page.goto(`${url}/sales`)
  await expect(page.getByText(published)).toBeVisible()
  await page.getByLabel('Note').fill('half a sentence')
  await copy.edit(form, 'Card title={words.recordNewTransaction}', 'Card title="Record What Was Sold"')
  await expect(page.getByText('Record What Was Sold')).toBeVisible()
  await expect(page.getByLabel('Note')).toHaveValue('half a sentence')
  await page.getByRole('link', { name: 'Medicines' }).click()
  await expect(page.getByRole('heading', { name: 'Medicines', exact: true })).toBeVisible()
})

test('a page without an area shows that it is left out, and the others', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await enter(page, '/sales?without=sales')
  await expect(page.getByRole('main').getByText('Sales is left out')).toBeVisible()
  expect(scripts.filter((url) => url.includes('/areas/sales/'))).toEqual([])
  await page.getByRole('link', { name: 'Medicines' }).click()
  await expect(page.getByRole('heading', { name: 'Medicines', exact: true })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Load it' }).click()
  await expect(page.getByText(published)).toBeVisible()
})
