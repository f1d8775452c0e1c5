import { sales } from '@mms/mf-sales/e2e/words.ts'
import type { Page } from '@playwright/test'
import { addUser } from '../../suite/api.ts'
import { broken, test } from '../../suite/broken-line.ts'
import { admin } from '../../suite/suite.ts'
import { enter, expect, signIn, submitLogin } from '../../suite/test.ts'

/** A token that the server does not take any more, as after the computer slept. */
const spoilToken = (page: Page) =>
  page.evaluate(() => {
    const [head = '', body = '', signature] = (localStorage.getItem('token') ?? '').split('.')
    const text = atob(body.replaceAll('-', '+').replaceAll('_', '/'))
    const claims = { ...JSON.parse(text), iat: 1_700_000_000, exp: 1_700_000_900 }
    const spoilt = btoa(JSON.stringify(claims)).replaceAll('=', '')
    localStorage.setItem('token', [head, spoilt, signature].join('.'))
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
