import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { httpRequest, StartupError } from '@mms/service-kit'
import { satisfies } from 'compare-versions'
import type { PublishedArea, PublishedBuild } from '../areas/area-list.ts'

/** File beside the list of areas, in which `npm start` writes the gateway's metrics address. */
const METRICS_FILE = 'metrics-url'

export async function readMetrics(urls: string[], listFile: string | undefined): Promise<string[]> {
  const noted = listFile === undefined ? '' : join(dirname(listFile), METRICS_FILE)
  const all = urls.length > 0 ? urls : [(await readFile(noted, 'utf8').catch(() => '')).trim()]
  const texts = await Promise.all(
    all.filter(Boolean).map(async (url) => {
      const answer = await httpRequest(url, { timeoutMs: 5_000 }).catch((cause: Error) => {
        // The file of a stopped suite may still exist.
        if (urls.length === 0) return undefined
        throw new StartupError(`The metrics at ${url} cannot be read: ${cause.message}.`, { cause })
      })
      return answer?.text()
    }),
  )
  return texts.filter((text) => text !== undefined)
}

function countOf(counter: string, area: string, build: string, texts: string[]): number {
  const lines = texts.flatMap((text) => text.split('\n'))
  const ofBuild = lines.filter(
    (line) =>
      line.startsWith(`${counter}{`) && line.includes(`area="${area}"`) && line.includes(`build="${build}"`),
  )
  return ofBuild.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

export function compareBuilds(name: string, { stable, canary }: PublishedArea, texts: string[]): string[] {
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

/** Says which shared packages of running shells do not satisfy a build. Their pages keep an earlier build. */
export function findShellMismatches({ id, requires }: PublishedBuild, texts: string[]): string[] {
  const lines = texts.flatMap((text) =>
    text.split('\n').filter((line) => line.startsWith('gateway_shell_versions{')),
  )
  const misfits = lines.flatMap((line) =>
    [...line.matchAll(/\b(sdk|ui|react)="([^"]+)"/g)]
      .filter(([, name, version = '']) => !satisfies(version, requires[name as keyof typeof requires]))
      .map(([, name, version]) => `${name} ${version}`),
  )
  return [...new Set(misfits)].map(
    (present) =>
      `The running shell has ${present}, which does not satisfy the build ${id}. Browsers keep an earlier build.`,
  )
}
