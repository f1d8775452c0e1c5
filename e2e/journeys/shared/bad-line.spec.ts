import { sales } from '@mms/mf-sales/e2e/words.ts'
import type { Page } from '@playwright/test'
import { addMedicine, addUser, connectApi } from '../../suite/api.ts'
import { type Line, startLine } from '../../suite/line.ts'
import { admin } from '../../suite/suite.ts'
import { test as base, enter, expect, signIn, submitLogin } from '../../suite/test.ts'

/** The browser reaches the suite over a line that can be broken; `connectApi` does not. */
const test = base.extend<{ line: Line }>({
  line: async ({ suite }, use) => {
    const line = await startLine(suite.url)
    await use(line)
    line.close()
  },
  baseURL: ({ line }, use) => use(line.url),
})
test.beforeEach(({ troubles }) => {
  troubles.allow(/Failed to load resource|ERR_|Failed to fetch|401|409/)
})

const RECORD = 'POST /api/transactions'
const stopped = (page: Page) => page.getByRole('alert').filter({ hasText: 'Not recorded yet' })
const waiting = (page: Page) => page.getByRole('region', { name: sales.waiting })
const broken = (line: Line, count = 0) => expect.poll(() => line.cuts()).toBeGreaterThan(count)

/** A token that the server does not take any more, as after the computer slept. */
const spoilToken = (page: Page) =>
  page.evaluate(() => {
    const [head = '', body = '', signature] = (localStorage.getItem('token') ?? '').split('.')
    const text = atob(body.replaceAll('-', '+').replaceAll('_', '/'))
    const claims = { ...JSON.parse(text), iat: 1_700_000_000, exp: 1_700_000_900 }
    const spoilt = btoa(JSON.stringify(claims)).replaceAll('=', '')
    localStorage.setItem('token', [head, spoilt, signature].join('.'))
  })

async function sell(page: Page, name: string, quantity: string) {
  const picker = page.getByRole('combobox', { name: sales.medicine })
  await picker.fill(name)
  await page.getByRole('listbox').getByRole('option', { name }).click()
  await page.getByLabel(sales.quantity).fill(quantity)
  await page.keyboard.press('Enter')
  await expect(picker).toBeFocused()
}

/** As if all but the last of 15 minutes of errors were over; the next try is due. */
const passTheTime = (page: Page) =>
  page.evaluate(() => {
    for (const name of Object.keys(localStorage).filter((key) => key.startsWith('mms.outbox.'))) {
      const entry = JSON.parse(localStorage.getItem(name) ?? '{}')
      const tired = { ...entry, triedAt: Date.now(), troubledMs: 15 * 60_000, nextAt: 0 }
      localStorage.setItem(name, JSON.stringify(tired))
    }
    window.dispatchEvent(new Event('online'))
  })

test('a sign-in whose answer is lost says so, and works when it is tried again', async ({ page, line }) => {
  await page.goto('/login')
  line.break('POST /api/auth/login', 'lose answer')
  await submitLogin(page, admin)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Unable to connect to the server')
  await expect(page.getByLabel('Email')).toHaveValue(admin.email)
  line.mend()
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/')
})

test('a lost answer to a refresh signs nobody out', async ({ page, line }) => {
  await enter(page, '/users')
  for (const fault of ['lose answer', 'lose request'] as const) {
    await spoilToken(page)
    line.break('POST /api/auth/refresh', fault)
    const before = line.cuts()
    await page.goto('/users')
    await broken(line, before)
    line.mend()
    await expect(page.getByRole('row', { name: /Administrator/ })).toBeVisible()
    await expect(page).toHaveURL('/users')
  }
})

test('a sale whose answers are lost is recorded once, on a slow line too', async ({ page, line, suite }) => {
  const api = await connectApi(suite)
  const { _id } = await addMedicine(api, { name: 'Lost Answer', currentStock: 50 })
  await enter(page, '/sales')
  const network = await page.context().newCDPSession(page)
  const throughput = 100 * 1024
  const slow = { offline: false, latency: 200, downloadThroughput: throughput, uploadThroughput: throughput }
  await network.send('Network.emulateNetworkConditions', slow)
  line.break(RECORD, 'lose answer')
  await sell(page, 'Lost Answer', '3')
  await expect(waiting(page)).toContainText('Sale of 3 × Lost Answer')
  await broken(line)
  await page.reload()
  await expect(waiting(page)).toContainText('Sale of 3 × Lost Answer')
  line.mend()
  await expect(waiting(page)).toHaveCount(0)
  expect(await api.get(`/api/medicines/${_id}`)).toMatchObject({ currentStock: 47 })
})

test('a sale that met only errors is not sold twice by editing it', async ({ page, line, suite }) => {
  const api = await connectApi(suite)
  const { _id } = await addMedicine(api, { name: 'Booked Already', currentStock: 50 })
  await enter(page, '/sales')
  line.break(RECORD, 'lose answer')
  await sell(page, 'Booked Already', '4')
  await expect(waiting(page)).toContainText('Sale of 4 × Booked Already')
  await passTheTime(page)
  await expect(stopped(page)).toContainText('Sale of 4 × Booked Already')
  await page.reload()
  line.mend()
  await stopped(page).getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByText('This was recorded already')).toBeVisible()
  await expect(stopped(page)).toHaveCount(0)
  expect(await api.get(`/api/medicines/${_id}`)).toMatchObject({ currentStock: 46 })
})

test('a sale that never arrived goes back into the form, or away', async ({ page, line, suite }) => {
  const api = await connectApi(suite)
  const { _id } = await addMedicine(api, { name: 'Never Arrived', currentStock: 50 })
  await enter(page, '/sales')
  line.break(RECORD, 'lose request')
  for (const quantity of ['5', '6']) {
    await sell(page, 'Never Arrived', quantity)
    await expect(waiting(page)).toContainText(`Sale of ${quantity} × Never Arrived`)
  }
  await passTheTime(page)
  await expect(stopped(page)).toHaveCount(2)
  line.mend()
  const first = stopped(page).filter({ hasText: 'Sale of 5' })
  await first.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(first).toHaveCount(0)
  await stopped(page).getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByLabel(sales.quantity)).toHaveValue('6')
  await page.getByLabel(sales.quantity).fill('2')
  await page.keyboard.press('Enter')
  await expect(page.getByText('New stock level: 48')).toBeVisible()
  expect(await api.get(`/api/medicines/${_id}`)).toMatchObject({ currentStock: 48 })
})

test('a logout that the server missed ends that session, and not the next person’s', async ({
  page,
  line,
  suite,
}) => {
  const ravi = { email: 'ravi.line@pharmacy.test', password: 'a long enough password' }
  await addUser(suite, { ...ravi, name: 'Ravi Line', role: 'staff' })
  const tokenOf = () => page.evaluate(() => localStorage.getItem('token') ?? '')
  const missed = () =>
    page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('mms.logout.')).length)
  /** Straight to the suite, whatever the line does. */
  const isRefused = async (token: string) =>
    (await fetch(`${suite.url}/api/users`, { headers: { authorization: `Bearer ${token}` } })).status === 401
  const leave = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
  }

  await enter(page)
  const first = await tokenOf()
  line.break('POST /api/auth/logout', 'lose request')
  await leave('Administrator')
  await broken(line)
  await page.reload()
  expect(await missed()).toBe(1)
  expect(await isRefused(first)).toBe(false)
  line.mend()
  await expect.poll(() => isRefused(first)).toBe(true)
  await expect.poll(missed).toBe(0)

  await signIn(page)
  const before = line.cuts()
  line.break('POST /api/auth/logout', 'lose request')
  await leave('Administrator')
  await broken(line, before)
  await signIn(page, ravi)
  expect(await missed()).toBe(1)
  line.mend()
  await expect.poll(missed).toBe(0)
  await spoilToken(page)
  await page.goto('/sales')
  await expect(page.getByRole('button', { name: 'Ravi Line', exact: true })).toBeVisible()
  await expect(page.getByRole('combobox', { name: sales.medicine })).toBeVisible()
})
