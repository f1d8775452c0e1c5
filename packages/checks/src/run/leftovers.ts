import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Environment variable that marks the processes of a run and their children. */
const mark = 'MMS_TEST_RUN'

export function markChildren(): void {
  process.env[mark] = `${process.pid}-${Date.now()}`
}

function readProcess(pid: string): { environ: string; command: string } {
  try {
    const environ = readFileSync(`/proc/${pid}/environ`, 'utf8')
    return { environ, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() }
  } catch {
    // The process ended, or belongs to another user.
    return { environ: '', command: '' }
  }
}

export function stopLeftovers(): string[] {
  if (!existsSync('/proc')) return []
  const ours = `${mark}=${process.env[mark]}`
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
  return pids.flatMap((pid) => {
    const { environ, command } = readProcess(pid)
    if (!environ.split('\0').includes(ours)) return []
    process.kill(Number(pid), 'SIGKILL')
    return [`left running, ended now: ${pid} ${command}`]
  })
}
