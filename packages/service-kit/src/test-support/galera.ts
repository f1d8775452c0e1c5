import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { chmod, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findFreePorts } from '../process/ports.ts'
import { createNode, type GaleraNode, type Place, PROVIDER, runsAs, spawnShell } from './galera-node.ts'
import { findProgram, install } from './mariadb-files.ts'

/** Needs Debian's galera-4, and rsync for state transfers. */
function isGaleraInstalled(): boolean {
  try {
    accessSync(PROVIDER, constants.R_OK)
    return [findProgram('rsync'), findProgram('wsrep_sst_rsync')].length > 0
  } catch {
    return false
  }
}

/** Removes the folder when standard input ends. */
const sweeper = `dir=$1; read -r gone; sleep 1; rm -rf "$dir"`

interface GaleraOptions {
  count?: number
  durable?: boolean
}

async function preparePlaces(folder: string, count: number, flush: number): Promise<Place[]> {
  const ports = await findFreePorts(count * 4)
  const places: Place[] = []
  for (let index = 0; index < count; index += 1) {
    const dir = join(folder, String(index + 1))
    await mkdir(join(dir, 'tmp'), { recursive: true })
    await install(dir)
    const [port = 0, group = 0, whole = 0, part = 0] = ports.slice(index * 4, index * 4 + 4)
    places.push({ dir, port, group, whole, part, flush })
  }
  if (runsAs() !== userInfo().username) await promisify(execFile)('chown', ['-R', runsAs(), folder])
  await chmod(folder, 0o711)
  return places
}

/**
 * Private Galera cluster on free loopback ports, user `root` without a password. It and its folder go with `stop()` or
 * this process. Needs Debian's mariadb-server, galera-4 and rsync.
 */
export async function startGalera({ count = 3, durable = false }: GaleraOptions = {}) {
  if (!isGaleraInstalled()) {
    throw new Error('Galera is not installed: run "npm run provision" as root.')
  }
  const folder = await mkdtemp(join(tmpdir(), 'mms-galera-'))
  const sweeping = spawnShell(sweeper, [folder])
  const places = await preparePlaces(folder, count, durable ? 1 : 2)
  const peers = places.map(({ group }) => `127.0.0.1:${group}`).join(',')
  const name = `mms-${randomBytes(6).toString('hex')}`
  const nodes = places.map((place) => createNode(place, name, peers))
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.kill()))
    const gone = once(sweeping, 'exit')
    sweeping.stdin?.end()
    await gone
  }
  try {
    const [first, ...others] = nodes as [GaleraNode, ...GaleraNode[]]
    await first.bootstrap()
    for (const node of others) await node.join()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    nodes,
    url(database: string, first = 0): string {
      const [own, ...others] = [...nodes.slice(first), ...nodes.slice(0, first)].map(({ address }) => address)
      const more = others.length > 0 ? `&nodes=${others.join(',')}` : ''
      return `mysql://root@${own}/${database}?cluster=galera${more}`
    },
    stop,
  }
}
export type Galera = Awaited<ReturnType<typeof startGalera>>
