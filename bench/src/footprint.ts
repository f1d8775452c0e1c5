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

/** A process and all it started. */
function family(pid: number): number[] {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
  return [pid, ...children.flatMap((child) => family(Number(child)))]
}

function residentKiB(pid: number): { name: string; kib: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const script = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    .split('\0')
    .find((part) => part.endsWith('.ts'))
  return {
    name: script?.replace(`${root}/`, '') ?? 'node',
    kib: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0),
  }
}

async function readyAfter(child: ReturnType<typeof spawn>, startedAt: number): Promise<number> {
  for await (const chunk of child.stdout ?? []) {
    if (String(chunk).includes('Ready')) return performance.now() - startedAt
  }
  throw new Error('The suite did not start')
}

/** Time until ready (built before, first and second start) and memory while idle, on the embedded database. */
export async function footprint(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mms-bench-'))
  const port = await findFreePort()
  const lines = ['## Footprint of the whole suite on one machine', '']
  for (const start of ['first start', 'second start']) {
    const startedAt = performance.now()
    const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir }
    const child = spawn(process.execPath, ['deploy/local/src/main.ts'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    lines.push(`- ready after ${((await readyAfter(child, startedAt)) / 1000).toFixed(1)} s (${start})`)
    await delay(15_000)
    const members = family(child.pid as number).map(residentKiB)
    const total = Math.round(members.reduce((sum, { kib }) => sum + kib, 0) / 1024)
    if (start === 'second start') {
      lines.push(
        `- ${total} MiB resident, idle for 15 s: ${members.map(({ name, kib }) => `${name} ${Math.round(kib / 1024)}`).join(', ')}`,
      )
    }
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  rmSync(dataDir, { recursive: true })
  return lines.join('\n')
}
