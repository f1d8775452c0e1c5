import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Name of the variable by which a run knows the processes it started, and those that these started. */
const mark = 'MMS_TEST_RUN'

/** Every process started from here on inherits the mark of this run. */
export function markChildren(): void {
  process.env[mark] = `${process.pid}-${Date.now()}`
}

function readProcess(pid: string): { environ: string; command: string } {
  try {
    const environ = readFileSync(`/proc/${pid}/environ`, 'utf8')
    return { environ, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() }
  } catch {
    // It ended meanwhile, or is not ours.
    return { environ: '', command: '' }
  }
}

/** Ends what this run left running, and returns a sentence for each such process. Linux only. */
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
