import type { Page } from '@playwright/test'

export interface SentRequest {
  path: string
  from: number
  until: number
  bytes: number
}

export async function followRequests(page: Page): Promise<SentRequest[]> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const asked: SentRequest[] = []
  const underWay = new Map<string, SentRequest>()
  let begun: number | undefined
  devtools.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    if (!request.url.startsWith('http')) return
    begun ??= timestamp
    const { pathname, search } = new URL(request.url)
    const from = timestamp - begun
    const one = { path: pathname + search, from, until: Number.POSITIVE_INFINITY, bytes: 0 }
    underWay.set(requestId, one)
    asked.push(one)
  })
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    const one = underWay.get(requestId)
    if (one && response.fromDiskCache) asked.splice(asked.indexOf(one), 1)
  })
  devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const one = underWay.get(requestId)
    if (one) Object.assign(one, { until: timestamp - (begun ?? 0), bytes: encodedDataLength })
  })
  return asked
}

function roundTrips(asked: SentRequest[]): SentRequest[][] {
  const rounds: SentRequest[][] = []
  for (const one of [...asked].sort((a, b) => a.from - b.from)) {
    const last = rounds.at(-1)
    if (last?.every(({ until }) => until > one.from)) last.push(one)
    else rounds.push([one])
  }
  return rounds
}

const short = (path: string) => path.replace(/\.[\da-f]{16}\./, '.')

export function toWaterfall(asked: SentRequest[]): string[] {
  return roundTrips(asked).map((round, index) => {
    const from = Math.min(...round.map((one) => one.from)).toFixed(1)
    const each = round.map(({ path, until, bytes }) => {
      const end = Number.isFinite(until) ? `${until.toFixed(1)} s` : 'later'
      return `${short(path)} ${(bytes / 1024).toFixed(1)} KiB until ${end}`
    })
    return `  ${index + 1}. at ${from} s: ${each.join('; ')}`
  })
}
