import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { httpRequest } from '@mms/service-kit'
import type { PublishedArea } from '../areas/area-list.ts'
import { CommandError } from './changes.ts'

/** The suite on one machine notes beside its list of areas where its gateway's numbers are. */
const METRICS_FILE = 'metrics-url'

/** The numbers of the gateways at `urls`, else of the one beside the list; none where there is none. */
export async function readMetrics(urls: string[], listFile: string | undefined): Promise<string[]> {
  const noted = listFile === undefined ? '' : join(dirname(listFile), METRICS_FILE)
  const all = urls.length > 0 ? urls : [(await readFile(noted, 'utf8').catch(() => '')).trim()]
  const texts = await Promise.all(
    all.filter(Boolean).map(async (url) => {
      const answer = await httpRequest(url, { timeoutMs: 5_000 }).catch((cause: Error) => {
        // What runs no more was noted by a suite that was stopped.
        if (urls.length === 0) return undefined
        throw new CommandError(`The numbers at ${url} cannot be read: ${cause.message}.`, { cause })
      })
      return answer?.text()
    }),
  )
  return texts.filter((text) => text !== undefined)
}

/** The sum of a counter over the gateways and the pages of a build. */
function countOf(counter: string, area: string, build: string, texts: string[]): number {
  const lines = texts.flatMap((text) => text.split('\n'))
  const ofBuild = lines.filter(
    (line) =>
      line.startsWith(`${counter}{`) && line.includes(`area="${area}"`) && line.includes(`build="${build}"`),
  )
  return ofBuild.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

/** What browsers reported of the stable build and of the canary since the gateways started, side by side. */
export function compare(name: string, { stable, canary }: PublishedArea, texts: string[]): string[] {
  const builds = canary ? [stable, canary.build] : [stable]
  const counts = (counter: string) => builds.map((build) => String(countOf(counter, name, build, texts)))
  const table = [
    ['', ...builds.map((build, at) => `${at === 0 ? 'stable' : 'canary'} ${build}`)],
    ['views', ...counts('page_views_total')],
    ['problems', ...counts('page_problems_total')],
  ]
  return table.map(
    ([title = '', ...cells]) => `  ${title.padEnd(18)}${cells.map((cell) => cell.padStart(24)).join('')}`,
  )
}
