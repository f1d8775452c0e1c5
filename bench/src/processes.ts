import { type ChildProcess, fork } from 'node:child_process'
import { on, once } from 'node:events'
import { dirname, join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

const children: ChildProcess[] = []

export interface Program {
  origin: string
  pid: number
  stop(): Promise<void>
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

export async function startProgram(
  file: string,
  env: Record<string, string>,
  checkout = root,
): Promise<Program> {
  const path = join(checkout, file)
  const child = fork(path, {
    cwd: dirname(path),
    env: { PATH: process.env.PATH, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  children.push(child)
  const died = once(child, 'exit').then(() => {
    throw new Error(`${file} did not start`)
  })
  const ready = async () => {
    // Identity reports its first administrator before its port.
    for await (const [message] of on(child, 'message')) if ('port' in message) return Number(message.port)
    throw new Error(`${file} did not start`)
  }
  const port = await Promise.race([ready(), died])
  died.catch(() => {})
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid as number, stop: () => stop(child) }
}

/** Starts inventory and sales on these databases. */
export async function startSellers(
  env: Record<string, string>,
  databases: Record<'inventory' | 'sales', string>,
  checkout = root,
) {
  const start = (service: string, more: Record<string, string>) =>
    startProgram(`services/${service}/src/main.ts`, { ...env, ...more }, checkout)
  const inventory = await start('inventory', { DATABASE_URL: databases.inventory })
  const sales = await start('sales', { DATABASE_URL: databases.sales, INVENTORY_URL: inventory.origin })
  return { inventory, sales }
}

export async function stopPrograms(): Promise<void> {
  for (const child of children.reverse()) await stop(child)
  children.length = 0
}
