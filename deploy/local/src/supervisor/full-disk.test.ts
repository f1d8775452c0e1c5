import { spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describeStartupError, StartupError } from '@mms/service-kit/config'
import { afterEach, expect, test } from 'vitest'
import {
  admin,
  asAdmin,
  cleanUp,
  medicines,
  type RunningSuite,
  settings,
  startSuite,
  untilReady,
} from '../../test/support.ts'
import { serviceNames } from '../setup/service-list.ts'

const start = join(import.meta.dirname, '../../start.js')
/** A mount namespace of its own, which ends with its last process. */
const unshare = ['unshare', process.getuid?.() === 0 ? '-m' : '-rm'] as const
const mayMount = spawnSync(unshare[0], [unshare[1], 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

/** Starts a suite on a 1 MiB disk with this much free (KiB), restarts it like systemd, and once more with free space. */
const script = `
mount -t tmpfs -o size=1m,mode=700 tmpfs "$DATA_DIR" || exit 9
dd if=/dev/zero of="$DATA_DIR/other" bs=1k count=$((1024 - $1)) 2>/dev/null; shift
for start in first second; do
  "$@"; echo "$start ended with $?"; echo "left: $(cd "$DATA_DIR" && ls -d *.lock* control.sock 2>/dev/null)"
done
rm "$DATA_DIR/other"; mount -o remount,size=64m "$DATA_DIR"; exec "$@"`

afterEach(cleanUp)

test('a start that fails for a full disk is a sentence, and one that fails for a bug has its stack', () => {
  const full = Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' })
  expect(describeStartupError(full)).toBe(
    'The disk is full or broken: no space left on device, write; make room, and try again.',
  )
  expect(describeStartupError(new StartupError('Not today.'))).toBe('Not today.')
  expect(describeStartupError(new TypeError('x is not a function'))).toMatch(/\n {4}at /)
})

// Skipped where mounting is not allowed, as in some containers.
for (const free of mayMount ? [0, 200] : []) {
  test(`a disk with ${free} KiB left: a sentence, no lock that is left; it works once there is room, by itself`, async () => {
    const env = await settings(asAdmin)
    const command = [...unshare, 'sh', '-c', script, 'sh', String(free), process.execPath, start] as const
    const suite = await untilReady(startSuite(env, command))
    expect(suite.output().match(/^.*the disk is full.*$/gim)).toHaveLength(2)
    for (const which of ['first', 'second'])
      expect(suite.output()).toContain(`${which} ended with 1\nleft: \n`)
    expect(suite.output()).not.toMatch(/\n {4}at /)
    expect(await medicines(suite.url, admin)).toBe(200)
    await whileDiskIsFull(suite, env.DATA_DIR, async (readyz) => {
      await expect.poll(readyz).toBe(503)
      process.kill(suite.children().get('till') as number, 'SIGKILL')
      await expect.poll(suite.output, SOON).toMatch(/^till is back\.$/m)
      await expect.poll(readyz, SOON).toBe(503)
    })
    expect(await medicines(suite.url, admin)).toBe(200)
  })
}

const SOON = { timeout: 60_000 }

/** Fills the suite's disk and reads the readiness of inventory meanwhile. */
async function whileDiskIsFull(
  suite: RunningSuite,
  folder: string,
  look: (readyz: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const seen = `/proc/${suite.pid}/root${folder}`
  const ports = JSON.parse(readFileSync(`${seen}/ports.json`, 'utf8')) as number[]
  const inventory = `http://127.0.0.1:${ports[serviceNames.indexOf('inventory')]}`
  /** Reads the readiness of inventory and of the gateway. */
  const readyz = async () => {
    const [one, two] = await Promise.all([inventory, suite.url].map((url) => fetch(`${url}/readyz`)))
    return one?.status === two?.status ? one?.status : [one?.status, two?.status]
  }
  await expect.poll(readyz, SOON).toBe(200)
  const fill = () => {
    for (;;) appendFileSync(`${seen}/other`, Buffer.alloc(65_536))
  }
  expect(fill).toThrow('ENOSPC')
  await look(readyz)
  rmSync(`${seen}/other`)
  await expect.poll(readyz, SOON).toBe(200)
}
