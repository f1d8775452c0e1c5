import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sales } from '@mms/mf-sales/e2e/words.ts'
import type { Page } from '@playwright/test'
import { distOf } from '../../suite/suite.ts'
import { enter, expect, test } from '../../suite/test.ts'

test.use({ serviceWorkers: 'allow' })

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 })

const AWAY = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|RUNTIME|ChunkLoadError|fetch/

/** Waits until the service worker controls this page and has cached these areas. */
async function untilKept(page: Page, ...areas: string[]): Promise<void> {
  const keptAreas = () =>
    page.evaluate(async () => {
      if (!navigator.serviceWorker.controller) return []
      const names = await caches.keys()
      const sizes = await Promise.all(
        names.map(async (name) => (await (await caches.open(name)).keys()).length),
      )
      return names.filter((_, index) => (sizes[index] ?? 0) >= 3).map((name) => name.split(' ')[1])
    })
  await expect.poll(keptAreas).toEqual(expect.arrayContaining(areas))
}

/** Visits the medicines, so that their area is cached. */
async function visitMedicines(page: Page): Promise<void> {
  await enter(page)
  await page.getByRole('link', { name: 'Medicines', exact: true }).click()
  await expect(heading(page, 'Medicines')).toBeVisible()
  await untilKept(page, 'inventory')
}

test('shell and visited areas open again without a connection, and say what is not there', async ({
  page,
  context,
  troubles,
}) => {
  troubles.allow(AWAY)
  await visitMedicines(page)

  await context.setOffline(true)
  await page.reload()
  await expect(heading(page, 'Medicines')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Server disconnected' })).toBeVisible()
  await page.goto('/sales')
  const card = page.getByRole('main').getByRole('alert').filter({ hasText: 'No connection' })
  await expect(card).toBeVisible()

  // The page comes without a click once the connection is back.
  await context.setOffline(false)
  await expect(heading(page, sales.heading)).toBeVisible({ timeout: 60_000 })
  await expect(card).toHaveCount(0)
})

test('a new build is never held back by the kept one, and the old one is forgotten', async ({
  page,
  suite,
  context,
  troubles,
}) => {
  troubles.allow(AWAY)
  await visitMedicines(page)

  const folder = await mkdtemp(join(tmpdir(), 'mms-next-build-'))
  await cp(distOf('inventory'), folder, { recursive: true })
  const manifestFile = join(folder, 'area.json')
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8'))
  await writeFile(manifestFile, JSON.stringify({ ...manifest, build: 'next' }))
  await suite.setAreas({ inventory: folder })
  await page.reload()
  await expect(heading(page, 'Medicines')).toBeVisible()
  await untilKept(page, 'inventory')
  const builds = () => page.evaluate(async () => (await caches.keys()).filter((name) => name !== 'shell'))
  await expect.poll(builds).toEqual(['area inventory next'])

  await context.setOffline(true)
  await page.reload()
  await expect(heading(page, 'Medicines')).toBeVisible()
  await rm(folder, { recursive: true })
})
