import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '@mms/service-kit/ports'
import { root } from './processes.ts'

function parentOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
  } catch {
    return 0
  }
}

function family(pid: number): number[] {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
  return [pid, ...children.flatMap((child) => family(Number(child)))]
}

/** Proportional set size: shared pages count in part. */
function pssKiB(pid: number): { name: string; kib: number } {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const script = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    .split('\0')
    .find((part) => /\.[jt]s$/.test(part))
  return {
    name: script?.replace(`${root}/`, '') ?? 'node',
    kib: Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0),
  }
}

export async function readyAfter(child: ReturnType<typeof spawn>, startedAt: number): Promise<number> {
  for await (const chunk of child.stdout ?? []) {
    if (String(chunk).includes('Ready')) return performance.now() - startedAt
  }
  throw new Error('The suite did not start')
}

async function startOnce(
  dataDir: string,
  args: string[],
): Promise<{ ms: number; members: ReturnType<typeof pssKiB>[] }> {
  const startedAt = performance.now()
  const env = { ...process.env, PORT: String(await findFreePort()), DATA_DIR: dataDir }
  const child = spawn(process.execPath, ['deploy/local/start.js', ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ms = await readyAfter(child, startedAt)
  await delay(15_000)
  const members = family(child.pid as number).map(pssKiB)
  child.kill('SIGTERM')
  await once(child, 'exit')
  return { ms, members }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

async function measure(title: string, args: string[]): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mms-bench-'))
  const first = await startOnce(dataDir, args)
  const second = await startOnce(dataDir, args)
  rmSync(dataDir, { recursive: true })
  const total = Math.round(second.members.reduce((sum, { kib }) => sum + kib, 0) / 1024)
  const each = second.members.map(({ name, kib }) => `${name} ${Math.round(kib / 1024)}`).join(', ')
  return `- ${title}: ready after ${seconds(first.ms)} (first start), ${seconds(second.ms)} (second); PSS, idle for 15 s, ${total} MiB: ${each}`
}

export async function footprint(): Promise<string> {
  const separate = await measure('a process each', ['--separate'])
  return [
    '## Footprint of the whole suite on one machine',
    '',
    separate,
    await measure('two processes', []),
  ].join('\n')
}
