import { compare, type Load, median, type Target } from './load.ts'
import { startProgram, stopPrograms } from './processes.ts'
import { createSetting } from './setting.ts'

const CONNECTIONS = 16
const MEDICINES = 1_000
const plan = { connections: CONNECTIONS, seconds: 4, rounds: 5 }

const rate = (loads: Load[]) => median(loads.map((load) => load.perSecond))

/** Ratio of each round, then their median: a slow moment of the machine hits both sides. */
function ratio(above: Load[], below: Load[]): string {
  const ratios = above.map((load, round) => load.perSecond / (below[round]?.perSecond ?? Number.NaN))
  return `${Math.round(median(ratios) * 100)} %`
}

function row(name: string, loads: Load[], against: string): string {
  const cpu = Math.round(median(loads.map((load) => load.cpuMicros)))
  const p99 = median(loads.map((load) => load.p99))
  return `| ${name} | ${Math.round(rate(loads))} | ${against} | ${cpu} | ${p99} |`
}

async function measure(title: string, path: string, targets: Record<'bare' | 'service' | 'gateway', Target>) {
  const at = (target: Target) => ({ ...target, url: target.url + path })
  const loads = await compare(
    { bare: at(targets.bare), service: at(targets.service), gateway: at(targets.gateway) },
    plan,
  )
  return [
    `\n**${title}**\n`,
    '| | requests/s | ratio | own CPU µs/request | p99 ms |',
    '| --- | --- | --- | --- | --- |',
    row('bare node:http + mysql2', loads.bare, '100 %'),
    row('service', loads.service, `${ratio(loads.service, loads.bare)} of bare`),
    row('through the gateway', loads.gateway, `${ratio(loads.gateway, loads.service)} of the service`),
  ].join('\n')
}

/** How much of a bare handler's throughput the service keeps, and the gateway of the service's. */
export async function throughput(): Promise<string> {
  const { id, env, headers, stop } = await createSetting(MEDICINES)
  try {
    const bare = await startProgram('bench/src/bare.ts', env)
    const service = await startProgram('services/inventory/src/main.ts', env)
    const gateway = await startProgram('gateway/src/main.ts', {
      ...env,
      IDENTITY_URL: service.origin,
      INVENTORY_URL: service.origin,
    })
    const targets = {
      bare: { url: bare.origin, pids: [bare.pid] },
      service: { url: service.origin, pids: [service.pid], headers },
      gateway: { url: gateway.origin, pids: [gateway.pid], headers },
    }
    return [
      `## Throughput, ${CONNECTIONS} connections, ${MEDICINES} medicines`,
      await measure('GET /api/medicines?limit=50', '/api/medicines?limit=50', targets),
      await measure('GET /api/medicines/{id}', `/api/medicines/${id}`, targets),
    ].join('\n')
  } finally {
    await stopPrograms()
    await stop()
  }
}
