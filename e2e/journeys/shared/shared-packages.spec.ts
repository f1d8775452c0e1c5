import type { Response } from '@playwright/test'
import { allAreas } from '../../suite/suite.ts'
import { enter, expect, test } from '../../suite/test.ts'

/** Versions of each shared package in the page: which build provided it, and whether it is loaded. */
type Shared = Record<string, Record<string, { from: string; loaded?: boolean | number }>>

test('a page that has visited all areas runs one copy of each shared package, that of the shell', async ({
  page,
}) => {
  const scripts = new Map<string, Promise<string>>()
  const keep = (response: Response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) scripts.set(pathname, response.text())
  }
  page.on('response', keep)
  await enter(page)
  for (const link of ['Medicines', 'Sales', 'Alerts', 'Reports']) {
    // The link *Alerts* also contains the number of open alerts.
    await page
      .getByRole('link', { name: new RegExp(`^${link}\\b`) })
      .first()
      .click()
    await expect(page).toHaveURL(new RegExp(`/${link.toLowerCase()}`))
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  }
  const areas = [...scripts.keys()].flatMap((path) => /^\/areas\/([^/]+)\//.exec(path)?.[1] ?? [])
  expect([...new Set(areas)].sort()).toEqual(Object.keys(allAreas()).sort())
  const scopes = await page.evaluate(() => {
    const { __FEDERATION__: federation } = globalThis as never as {
      __FEDERATION__: { __INSTANCES__: { shareScopeMap: Record<string, unknown> }[] }
    }
    const plain = federation.__INSTANCES__.map(({ shareScopeMap }) => shareScopeMap.default)
    return JSON.parse(JSON.stringify(plain)) as Shared[]
  })
  expect(scopes).toHaveLength(1)
  const packages = Object.entries(scopes[0] ?? {}).map(([name, versions]) => [
    name,
    Object.values(versions).map(({ from }) => from),
  ])
  expect(packages.sort()).toEqual(
    ['@mms/sdk', '@mms/ui', 'react', 'react-dom'].map((name) => [name, ['mms_shell']]),
  )
  // A later script would be read after the journey has ended.
  page.off('response', keep)
  // Each copy of React defines its internals once.
  const texts = await Promise.all(scripts.values())
  for (const internals of ['__CLIENT_INTERNALS_DO_NOT', '__DOM_INTERNALS_DO_NOT']) {
    const defining = new RegExp(`\\.${internals}\\w+=`)
    expect(texts.filter((text) => defining.test(text))).toHaveLength(1)
  }
})
