/** Observations by the upper bound of their bucket, not cumulated, in order of the bounds. */
export type Buckets = Map<number, number>

/** What the gateways counted of one build of an area. */
export interface Figures {
  views: number
  problems: number
  lcp: Buckets
  inp: Buckets
  cls: Buckets
}

const LINE = /^page_(views_total|problems_total|(lcp|inp|cls)\w*_bucket)\{(.*)\} (\d+)$/
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g

export const emptyFigures = (): Figures => ({
  views: 0,
  problems: 0,
  lcp: new Map(),
  inp: new Map(),
  cls: new Map(),
})

/** Turns counts up to each bound into counts between bounds. */
function separate(cumulated: Buckets): Buckets {
  const bounds = [...cumulated.keys()].sort((a, b) => a - b)
  const upTo = (at: number) => cumulated.get(bounds[at] ?? Number.NaN) ?? 0
  return new Map(bounds.map((bound, at) => [bound, upTo(at) - upTo(at - 1)]))
}

/**
 * Adds up what `/metrics` of one or several gateways say of an area, by build.
 *
 * @example figuresOf([text], 'sales').get('2f9c1a')?.views // 1204
 */
export function figuresOf(texts: string[], area: string): Map<string, Figures> {
  const found = new Map<string, Figures>()
  for (const line of texts.flatMap((text) => text.split('\n'))) {
    const [, metric, vital, list = '', value] = LINE.exec(line) ?? []
    if (metric === undefined) continue
    const labels = Object.fromEntries([...list.matchAll(LABEL)].map(([, name, label]) => [name, label]))
    if (labels.area !== area) continue
    const figures = found.get(labels.build) ?? emptyFigures()
    found.set(labels.build, figures)
    if (metric === 'views_total') figures.views += Number(value)
    else if (metric === 'problems_total') figures.problems += Number(value)
    else {
      const buckets = figures[vital as 'lcp' | 'inp' | 'cls']
      const bound = labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le)
      buckets.set(bound, (buckets.get(bound) ?? 0) + Number(value))
    }
  }
  for (const figures of found.values()) {
    for (const vital of ['lcp', 'inp', 'cls'] as const) figures[vital] = separate(figures[vital])
  }
  return found
}
