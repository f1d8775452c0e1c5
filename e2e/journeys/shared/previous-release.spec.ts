import { buildYesterday } from '../../chaos/yesterday/checkout.ts'
import { connectApi } from '../../suite/api.ts'
import { startGateway } from '../../suite/gateway.ts'
import {
  type AreaName,
  areaNames,
  expectShellWhole,
  visitByLink,
  visitPages,
  workThroughAreas,
} from '../../suite/smoke.ts'
import { allAreas, shellFolder } from '../../suite/suite.ts'
import { enter, test as ofSuite } from '../../suite/test.ts'

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
 * Shell and areas are deployed one at a time, so a page can mix builds of this and the previous release. The services
 * are of this release.
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

/** Only `npm run mixes` runs those tagged `@whole`. */
const mixes: [title: string, Mix][] = [
  ['all areas of the previous release in the shell of this', { shell: 'now', areas: each('previous') }],
  ['all areas of this release in the shell of the previous', { shell: 'previous', areas: each('now') }],
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
