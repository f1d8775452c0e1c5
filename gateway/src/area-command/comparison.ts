import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { httpRequest } from '@mms/service-kit'
import type { PublishedArea } from '../areas/area-list.ts'
import { findWorse, MIN_OBSERVED, p75Of, problemsPerThousand } from '../page-reports/compare.ts'
import { emptyFigures, type Figures, figuresOf } from '../page-reports/figures.ts'
import { CommandError } from './changes.ts'

/** The suite on one machine notes beside its list of areas where its gateway's numbers are. */
export const METRICS_FILE = 'metrics-url'

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

const seconds = (figures: Figures, vital: 'lcp' | 'inp') => {
  const p75 = p75Of(figures[vital])
  return p75 ? `${p75.value.toFixed(2)} s` : '-'
}

const rows: [string, (figures: Figures) => string][] = [
  ['views', ({ views }) => String(views)],
  ['problems', ({ problems }) => String(problems)],
  ['a thousand views', (figures) => problemsPerThousand(figures).toFixed(1)],
  ['LCP (p75)', (figures) => seconds(figures, 'lcp')],
  ['INP (p75)', (figures) => seconds(figures, 'inp')],
  ['CLS (p75)', ({ cls }) => p75Of(cls)?.value.toFixed(2) ?? '-'],
]

function judge(name: string, canary: Figures, stable: Figures): string {
  const worse = findWorse(canary, stable)
  if (worse.length > 0)
    return `The canary is worse: ${worse.join(', ')}. End it with npm run area -- rollback ${name}.`
  const isKnown = Math.min(canary.views, stable.views) >= MIN_OBSERVED
  return isKnown
    ? 'The canary is not worse.'
    : `Too few views to compare: it takes ${MIN_OBSERVED} of both builds.`
}

/** What browsers reported of the stable build and of the canary since the gateways started, side by side. */
export function compare(name: string, { stable, canary }: PublishedArea, texts: string[]): string[] {
  const figures = figuresOf(texts, name)
  const builds = canary ? [stable, canary.build] : [stable]
  const columns = builds.map((build) => figures.get(build) ?? emptyFigures())
  const table = [
    ['', ...builds.map((build, at) => `${at === 0 ? 'stable' : 'canary'} ${build}`)],
    ...rows.map(([title, show]) => [title, ...columns.map(show)]),
  ]
  const lines = table.map(
    ([title = '', ...cells]) => `  ${title.padEnd(18)}${cells.map((cell) => cell.padStart(24)).join('')}`,
  )
  const [ofStable, ofCanary] = columns
  return ofStable && ofCanary ? [...lines, `  ${judge(name, ofCanary, ofStable)}`] : lines
}
