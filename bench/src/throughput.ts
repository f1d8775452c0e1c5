import { compare, cpuOfProcess, type Load, median, ratio, type Target } from './load.ts'
import { createInventoryDatabase } from './medicines.ts'
import { startProgram } from './processes.ts'
import { createSetting } from './setting.ts'

const CONNECTIONS = 16
const MEDICINES = 1_000
const plan = { connections: CONNECTIONS, seconds: 2, rounds: 12 }

const rate = (loads: Load[]) => median(loads.map((load) => load.perSecond))

function row(name: string, loads: Load[], against: string): string {
  const p99 = median(loads.map((load) => load.p99))
  return `| ${name} | ${Math.round(rate(loads))} | ${against} | ${cpuOfProcess(loads, 'own')} | ${p99} |`
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

export async function throughput(): Promise<string> {
  const setting = await createSetting()
  try {
    const { url, ids } = await createInventoryDatabase(setting, MEDICINES)
    const env = { ...setting.env, DATABASE_URL: url }
    const bare = await startProgram('bench/src/bare.ts', env)
    const service = await startProgram('services/inventory/src/main.ts', env)
    const gateway = await startProgram('gateway/src/main.ts', {
      ...env,
      ...(await setting.listServices({ inventory: service.origin })),
    })
    const { headers } = setting
    const targets = {
      bare: { url: bare.origin, pids: { own: bare.pid } },
      service: { url: service.origin, pids: { own: service.pid }, headers },
      gateway: { url: gateway.origin, pids: { own: gateway.pid }, headers },
    }
    return [
      `## Throughput, ${CONNECTIONS} connections, ${MEDICINES} medicines`,
      await measure('GET /api/medicines?limit=50', '/api/medicines?limit=50', targets),
      await measure('GET /api/medicines/{id}', `/api/medicines/${ids[MEDICINES / 2]}`, targets),
    ].join('\n')
  } finally {
    await setting.stop()
  }
}
