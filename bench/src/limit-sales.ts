import { sell } from './after-sales.ts'
import { type Call, createSales, goalOf, type Medicine, ofAnalytics } from './limit-calls.ts'
import type { NextRequest, Target } from './load.ts'
import type { Setting } from './setting.ts'

function createBackground(send: () => Promise<void>) {
  let sent = Promise.resolve()
  return {
    sell() {
      sent = sent.then(send)
      sent.catch(() => {})
    },
    settle: () => sent,
  }
}

export async function createSalesBetween({ headers, openFor }: Setting, medicines: Medicine[]) {
  // A separate user, because analytics' own statements are counted.
  const analytics = openFor('analytics', 'bare')
  const ids: string[] = await analytics('medicines').orderBy('id').pluck('id')
  let count = 0

  async function sellToAnalytics(): Promise<void> {
    count += 1
    await sell(analytics, ids[(count * 97) % ids.length] as string, count)
  }

  async function sellThrough(gateway: string, { headers: more, body }: NextRequest): Promise<void> {
    const sent = { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) }
    const response = await fetch(`${gateway}/api/transactions`, sent)
    await response.arrayBuffer()
    // 202: the outcome is not known in time, on a busy machine.
    if (!response.ok) throw new Error(`A sale in between: ${response.status}`)
  }

  return (call: Call, asked: Target, gateway: string): Target => {
    const { perSale } = goalOf(call)
    const { next } = asked
    if (!next || perSale === 0) return asked
    const nextSale = createSales(medicines, 'varied')
    const { sell: sellOne, settle } = createBackground(
      ofAnalytics.includes(call) ? sellToAnalytics : () => sellThrough(gateway, nextSale()),
    )
    let requests = 0
    return {
      ...asked,
      settle,
      next: () => {
        requests += 1
        if (requests % perSale === 0) sellOne()
        return next()
      },
    }
  }
}
