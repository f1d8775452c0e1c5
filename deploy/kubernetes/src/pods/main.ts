import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { noteControlGroups } from './cgroups.ts'
import { reasonNotToTry } from './podman.ts'
import { prepareRelease } from './previous-release.ts'

/**
 * Processes, mounts, networks and filter rules of their own: whatever happens to this process, the kernel then ends and
 * removes all of them.
 */
const APART = [
  ...['--pdeathsig', 'KILL', 'unshare', '--mount', '--net', '--pid', '--ipc', '--mount-proc'],
  ...['--fork', '--kill-child=KILL'],
]
/** The first process there waits for orphans, too. */
const FIRST = `set -e
mount -t tmpfs tmpfs /run
mount -t tmpfs tmpfs /dev/shm
mkdir /run/temporary
ip link set lo up
set +e
TMPDIR=/run/temporary "$@"
exit $?`

/** `npm run pods -- [--short] [--requests 20000] [--only sales,gateway]` */
const reason = reasonNotToTry()
if (reason !== undefined) {
  console.log(`Pods are not tried here: ${reason}.`)
  process.exit(0)
}
const isShort = process.argv.includes('--short')
// Inside there is no network to fetch its packages from.
if (!isShort) await prepareRelease()
const removeControlGroups = noteControlGroups()
const program = [process.execPath, join(import.meta.dirname, 'inside.ts'), ...process.argv.slice(2)]
const child = spawn('setpriv', [...APART, 'sh', '-c', FIRST, 'sh', ...program], {
  stdio: ['ignore', 'inherit', 'inherit'],
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill('SIGKILL'))
const [code] = (await once(child, 'exit')) as [number | null]
await removeControlGroups()
process.exitCode = code ?? 1
