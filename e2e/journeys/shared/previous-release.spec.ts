import { buildYesterday } from '../../chaos/yesterday/checkout.ts'
import { connectApi } from '../../suite/api.ts'
import { startGateway } from '../../suite/gateway.ts'
import {
  type AreaName,
  areaNames,
  areaSights,
  cardsOn,
  expectShellWhole,
  visitByLink,
  visitPages,
  workThroughAreas,
} from '../../suite/smoke.ts'
import { allAreas, shellFolder } from '../../suite/suite.ts'
import { enter, expect, test as ofSuite } from '../../suite/test.ts'

type Release = 'now' | 'previous'

interface Mix {
  shell: Release
  areas: Record<AreaName, Release>
}

interface Builds {
  shell: string
  areas: Record<string, string>
}

/**
 * Shell and areas are deployed one at a time, over services of this release: builds of the previous release meet this
 * one's in a page.
 */
const test = ofSuite.extend<{ mix: Mix; builds: Builds }>({
  mix: [{ shell: 'now', areas: {} as never }, { option: true }],
  builds: async ({ mix }, use) => {
    const releases = { previous: await buildYesterday(), now: { shell: shellFolder, areas: allAreas() } }
    const areas = areaNames.map((area) => [area, releases[mix.areas[area]].areas[area] ?? ''])
    await use({ shell: releases[mix.shell].shell, areas: Object.fromEntries(areas) })
  },
  baseURL: async ({ suite, builds }, use) => {
    const gateway = await startGateway(suite, builds.shell, builds.areas)
    await use(gateway.url)
    await gateway.stop()
  },
})

const each = (release: Release, ...others: AreaName[]) => {
  const other = release === 'now' ? 'previous' : 'now'
  const areas = areaNames.map((area) => [area, others.includes(area) ? other : release])
  return Object.fromEntries(areas) as Record<AreaName, Release>
}

/** `@whole` is left to `npm run mixes`. */
const mixes: [title: string, Mix][] = [
  ['all areas of the previous release in the shell of this', { shell: 'now', areas: each('previous') }],
  ['shell and areas of the previous release', { shell: 'previous', areas: each('previous') }],
  ...areaNames.flatMap((area): [string, Mix][] => [
    [`${area} of the previous release among this one's @whole`, { shell: 'now', areas: each('now', area) }],
    [`${area} of this release among the previous @whole`, { shell: 'now', areas: each('previous', area) }],
  ]),
]

mixes.forEach(([title, mix], index) => {
  test.describe(title, () => {
    test.use({ mix })
    test('every page is drawn, and each area does its work', async ({ page, suite, builds }) => {
      await enter(page)
      await expectShellWhole(page)
      const id = await workThroughAreas(page, await connectApi(suite), `Journey Mixed ${index}`)
      for (const area of areaNames) {
        await visitPages(page, builds.areas[area] ?? '', id)
        await visitByLink(page, area)
      }
    })
  })
})

test.describe('areas of this release in the shell of the previous', () => {
  test.use({ mix: { shell: 'previous', areas: each('now') } })
  // They use what that shell has not: the shell is deployed first.
  test('are refused by what they name, and everything else goes on', async ({ page }) => {
    await enter(page)
    await expectShellWhole(page)
    for (const area of areaNames) {
      await page.getByRole('link', { name: areaSights[area].link, exact: true }).first().click()
      await expect(page).toHaveURL(areaSights[area].path)
      await expect(cardsOn(page)).toContainText(/It needs version \^[\d.]+ of \w+, and this page has [\d.]+/)
    }
  })
})
