import { execFile } from 'node:child_process'
import { appendFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { connectApi } from '../../suite/api.ts'
import { admin, distOf, type Suite } from '../../suite/suite.ts'
import { expect, signIn, test } from '../../suite/test.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../../..')
const throwing = join(root, 'e2e/areas/throwing')

/** `npm run area -- …` beside the suite that runs. */
async function area(suite: Suite, ...words: string[]): Promise<string> {
  const args = ['gateway/src/area-command/main.ts', ...words, '--file', suite.areasFile]
  const { stdout } = await run(process.execPath, args, { cwd: root })
  return stdout
}

const buildOf = async (dist: string): Promise<string> =>
  JSON.parse(await readFile(join(dist, 'area.json'), 'utf8')).build

const heading = (page: Page) => page.getByRole('heading', { name: 'Medicines', exact: true })
const card = (page: Page) =>
  page.getByRole('main').getByRole('alert').filter({ hasText: 'Medicines is not available' })

test('a build is published, given to one person, taken back, and made stable for all', async ({
  page,
  openForAnother,
  suite,
  troubles,
}) => {
  troubles.allow(/thrown on render, on purpose|error boundary/i)
  await promisify(execFile)('rspack', ['build'], { cwd: throwing })
  const canary = await buildOf(join(throwing, 'dist'))
  await area(suite, 'publish', 'inventory')
  await area(suite, 'publish', 'inventory', '--from', join(throwing, 'dist'))
  await area(suite, 'canary', 'inventory', canary, '0', admin.email)

  const staff = { email: 'meena@pharmacy.test', password: 'a password of hers' }
  await (await connectApi(suite)).post('/api/users', { ...staff, name: 'Meena', role: 'staff' })
  const other = await openForAnother()
  await signIn(other, staff)
  await other.goto('/medicines')
  await expect(heading(other)).toBeVisible()
  await signIn(page)
  await page.goto('/medicines')
  await expect(card(page)).toBeVisible()

  await area(suite, 'rollback', 'inventory', '--urgent', 'the list did not open')
  // As when the tab is looked at again; else it asks every minute.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('Please reload now: the list did not open')).toBeVisible()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(heading(page)).toBeVisible()

  await area(suite, 'pin', 'inventory', canary)
  await other.reload()
  await expect(card(other)).toBeVisible()
  await area(suite, 'block', 'inventory', canary)
  await other.reload()
  await expect(heading(other)).toBeVisible()
  expect(await area(suite, 'status', 'inventory')).toMatch(new RegExp(`${canary} .* blocked`))
})

for (const [what, pattern] of [
  ['entry', /^entry\..*\.js$/],
  ['chunk', /^\d+\..*\.js$/],
] as const) {
  test(`an area whose ${what} was changed on its server is a card, none of that code runs, and it comes back`, async ({
    page,
    suite,
    troubles,
  }) => {
    troubles.allow(/integrity|RUNTIME|load|ChunkLoadError/i)
    const folder = await mkdtemp(join(tmpdir(), 'mms-area-'))
    await cp(distOf('inventory'), folder, { recursive: true })
    const assets = join(folder, 'assets')
    const files = (await readdir(assets)).filter((file) => pattern.test(file))
    const originals = new Map<string, Buffer>()
    for (const file of files) {
      originals.set(file, await readFile(join(assets, file)))
      await appendFile(join(assets, file), '\n;document.title = "taken over"')
      for (const coding of ['br', 'gz']) await rm(join(assets, `${file}.${coding}`))
    }
    await suite.setAreas({ inventory: folder })
    await signIn(page)
    await page.goto('/medicines')
    await expect(card(page)).toBeVisible()
    expect(await page.title()).not.toBe('taken over')
    await expect(page.getByRole('link', { name: 'Users' })).toBeVisible()
    for (const [file, content] of originals) await writeFile(join(assets, file), content)
    await card(page).getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page)).toBeVisible()
    expect(await page.title()).not.toBe('taken over')
    await rm(folder, { recursive: true })
  })
}
