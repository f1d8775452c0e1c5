/** Count of 2xx responses by the upper bound of each bucket, in seconds. */
type Served = Map<number, number>

/** Reads the gateway's histogram, without series that match `except`. */
export async function readServed(metricsUrl: string, except?: RegExp): Promise<Served> {
  const text = await (await fetch(metricsUrl)).text()
  const served: Served = new Map()
  for (const [, labels = '', count] of text.matchAll(
    /^http_request_duration_seconds_bucket\{(.*)\} (\d+)$/gm,
  )) {
    if (!/status="2\d\d"/.test(labels) || except?.test(labels)) continue
    const bound = Number(/le="([^"]+)"/.exec(labels)?.[1]?.replace('+Inf', 'Infinity'))
    served.set(bound, (served.get(bound) ?? 0) + Number(count))
  }
  return served
}

/** Bucket of the 99th percentile, such as "≤ 0.5"; "none" without requests. */
export function p99Served(before: Served, after: Served): string {
  const within = (bound: number) => (after.get(bound) ?? 0) - (before.get(bound) ?? 0)
  const all = within(Number.POSITIVE_INFINITY)
  if (all === 0) return 'none'
  const bounds = [...after.keys()].sort((a, b) => a - b)
  const bound = bounds.find((each) => within(each) >= 0.99 * all) ?? Number.POSITIVE_INFINITY
  return Number.isFinite(bound) ? `≤ ${bound}` : `> ${bounds.at(-2)}`
}
